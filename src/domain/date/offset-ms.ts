import { MINUTE_MS } from '../../runtime/duration.ts'

const OFFSET = /[T ]\d\d:\d\d[^+-]{0,40}([+-])(\d\d):?(\d\d)\s*$/

/** How far the clock of whoever wrote a time is ahead of UTC, where the time says so. */
export function offsetMs(time: unknown): number {
  const [, sign, hours, minutes] = (typeof time === 'string' && OFFSET.exec(time)) || []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return sign === '-' ? -ms : ms
}

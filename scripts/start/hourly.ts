import { request } from 'node:http'
import { HOUR_MS } from '../../src/runtime/duration.ts'

/** Timers drift and machines sleep: the clock is looked at this often. */
const LOOK_MS = 30_000

/**
 * Calls `fire` once at each full hour (UTC), as the cron of a deployed service does. Returns what stops it. A clock that leaps is not believed at once:
 * one that is a year ahead for a minute would have everything forgotten. After a leap, or a machine's sleep, the next full hour counts.
 */
export function everyHour(fire: (scheduledTime: number) => void, clock: () => number = Date.now): () => void {
  let last = Math.floor(clock() / HOUR_MS)
  const timer = setInterval(() => {
    const hour = Math.floor(clock() / HOUR_MS)
    const isNext = hour === last + 1
    last = hour
    if (isNext) fire(hour * HOUR_MS)
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Asks the Worker for its scheduled run over the private socket; resolves to the status. */
export function fireSchedule(socketPath: string, cron: string, scheduledTime: number): Promise<number> {
  const body = JSON.stringify({ cron, scheduledTime })
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath, path: '/', method: 'POST', headers: { host: 'schedule', 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

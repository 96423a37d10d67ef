import * as z from 'zod/mini'
import { about, orNull } from './fields.ts'
import { toMs } from './occurred-at.ts'
import { timeField, timeParam } from './time-param.ts'

const AS_OF =
  'As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone.'

/** In a query string. */
export const asOfParam = () => about(z.optional(timeParam()), AS_OF)

/** In a body. */
export const asOfField = () => about(orNull(timeField()), `${AS_OF} It records no access, and no session plays a part.`)

/** Recency counts from that time too. */
export function asOfAt(given: string | number | null, now: number): { now: number; asOf: number | null } {
  const asOf = given === null ? null : toMs(given)
  return { asOf, now: asOf === null ? now : Math.min(asOf, now) }
}

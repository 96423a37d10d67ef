import * as z from 'zod/mini'
import { toMs } from './occurred-at.ts'

const RULE = 'must be a date in ISO 8601 (2026-11-14T10:00:00Z) or a number of seconds since 1970'

const read = (given: string): number => toMs(/^-?\d{1,11}(?:\.\d+)?$/.test(given) ? Number(given) : given)

/** A time in a query string. */
export const timeParam = () => z.string().check(z.refine((given) => Number.isFinite(read(given)), RULE))

/** In ms since the epoch. */
export const timeParamToMs = (given: string | undefined): number | null => (given === undefined ? null : read(given))

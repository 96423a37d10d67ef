import * as z from 'zod/mini'
import { isDate, toMs } from './occurred-at.ts'

const RULE = 'must be a date in ISO 8601 (2026-11-14T10:00:00Z) or a number of seconds since 1970'

/** A time that something is compared with, in a body. */
export const timeField = () =>
  z.union([z.string(), z.number()], RULE).check(z.refine((given) => isDate(toMs(given)), RULE))

/** The same in a query string, where a number is a text too. */
export const timeParam = () => z.string(RULE).check(z.refine((given) => isDate(read(given)), RULE))

/** In ms since the epoch. */
export const timeParamToMs = (given: string | undefined): number | null => (given === undefined ? null : read(given))

const read = (given: string): number => toMs(/^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given)

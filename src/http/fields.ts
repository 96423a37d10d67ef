import * as z from 'zod/mini'
import { isTooLarge } from '../domain/metadata-size.ts'
import { isObject } from './parse-body.ts'

/** Bounds of texts for the reference, apart from the other metadata: a description given later would replace them there. */
export const textBounds = z.registry<{ minLength: number; maxLength: number }>()

/**
 * The kinds of fields that requests are made of. Each carries its rule as a sentence, so that a refusal can name it, and its bounds for
 * the API reference. Lengths count code points, as JSON Schema does, not UTF-16 units.
 */
export function text(min: number, max: number) {
  return (
    bounded(min, max)
      // Unpaired surrogates cannot be stored as UTF-8: what is compared, hashed and kept is the well-formed text.
      .check(z.overwrite((value) => value.toWellFormed()))
      .register(textBounds, { minLength: min, maxLength: max })
  )
}

/** A name that tells things apart. Made well-formed, two that differ in an unpaired surrogate would be the same. */
export function name(min: number, max: number) {
  return bounded(min, max)
    .check(z.refine((value) => value.isWellFormed(), 'must not have unpaired surrogates'))
    .register(textBounds, { minLength: min, maxLength: max })
}

function bounded(min: number, max: number) {
  const rule = `must be a string of ${min} to ${inThousands(max)} characters`
  return z.string(rule).check(z.refine((value) => hasLength(value, min, max), rule))
}

/** 100,000. `toLocaleString` would load the languages of the world at start-up, for 20 ms. */
const inThousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

function hasLength(value: string, min: number, max: number): boolean {
  if (value.length < min || value.length > max * 2) return false
  if (value.length <= max) return true
  return codePoints(value) <= max
}

export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export function integer(min: number, max: number) {
  const rule = `must be an integer between ${min} and ${max}`
  return z.int(rule).check(z.gte(min, rule), z.lte(max, rule))
}

/** An integer in a query string. */
export function integerParam(min: number, max: number, rule = `must be an integer between ${min} and ${max}`) {
  return z.coerce.number(rule).check(z.int(rule), z.gte(min, rule), z.lte(max, rule))
}

export function ratio() {
  const rule = 'must be a number between 0 and 1'
  return z.number(rule).check(z.gte(0, rule), z.lte(1, rule))
}

export const flag = () => z.boolean('must be true or false')

/** The same in a query string. */
export const flagParam = () =>
  z.pipe(
    z.enum(['true', 'false'], 'must be true or false'),
    z.transform((given) => given === 'true'),
  )

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

/** A field that may be left out or null, and is null then. */
export const orNull = <T extends z.core.SomeType>(field: T) => z._default(z.nullable(field), null)

export const listOf = <T extends z.core.SomeType>(item: T, min: number, max: number) => {
  const rule = `must be a list of ${min} to ${max}`
  return z.array(item, rule).check(z.minLength(min, rule), z.maxLength(max, rule))
}

export const metadata = () => {
  const rule = 'must be a JSON object of at most 16 KB'
  // A record would look at every key, of which two megabytes have many.
  return z
    .custom<Record<string, unknown>>((value) => isObject(value) && !isTooLarge(value), rule)
    .register(z.globalRegistry, { type: 'object' })
}

export const persona = () => name(1, 128)
export const sessionId = () => name(1, 128)
export const query = () => text(1, 10_000)
/** Clients may send it everywhere; the namespace comes from the key alone. */
export const ignoredUserId = () =>
  z.optional(z.unknown()).register(z.globalRegistry, { description: 'Ignored: the namespace comes from the key.' })

/** The schema with what the reference says of it. */
export function about<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description })
  return schema
}

/** The same of a field that may be left out, and is this then unless the key says otherwise. */
export function defaultsTo<S extends z.ZodMiniType>(value: string, schema: S, description: string): S {
  z.globalRegistry.add(schema, { description, default: value })
  return schema
}

/** The schema under its name in the reference. */
export function named<S extends z.ZodMiniType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id })
  return schema
}

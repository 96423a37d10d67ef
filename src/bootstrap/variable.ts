import * as z from 'zod/mini'

/** The kinds of variables there are; what each says when it is wrong is part of the service's own messages. */
export const number = (fallback: number, min: number, max: number) =>
  z._default(z.coerce.number(`must be a number from ${min} to ${max}`).check(z.gte(min), z.lte(max)), fallback)
export const whole = (fallback: number) =>
  z._default(z.coerce.number('must be a whole number of 0 or more').check(z.int(), z.gte(0)), fallback)
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z._default(z.enum(values, `must be one of ${values.join(', ')}`), values[0] as T[number])
export const text = z.optional(z.string())
export const url = z.optional(z.url('must be an absolute URL'))
export const webUrl = z.optional(z.url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' }))
export const secret = z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters')))

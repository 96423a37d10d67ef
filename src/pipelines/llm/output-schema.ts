import * as z from 'zod/mini'
import type { OutputSchema } from '../../ports/language-model.ts'

/**
 * A field of a model's answer in both forms: to check by, and to be sent along as JSON Schema. Only what our answers are made of; zod's own
 * translation of every schema there could be would be 20 KB of each Worker, parsed at every start.
 */
interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: S
  readonly json: Readonly<Record<string, unknown>>
}

export const text = (maxLength: number) => ({
  schema: z.string().check(z.minLength(1), z.maxLength(maxLength)),
  json: { type: 'string', minLength: 1, maxLength },
})

/** The number of a fact, from 1 on. */
export const number = (maximum: number) => ({
  schema: z.int().check(z.gte(1), z.lte(maximum)),
  json: { type: 'integer', minimum: 1, maximum },
})

export const list = <S extends z.ZodMiniType>(item: Field<S>, minItems: number, maxItems: number) => ({
  schema: z.array(item.schema).check(z.minLength(minItems), z.maxLength(maxItems)),
  json: { type: 'array', items: item.json, minItems, maxItems },
})

export function object<F extends Record<string, Field>>(fields: F) {
  const each = <K extends keyof Field>(part: K) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))
  return {
    schema: z.object(each('schema') as { [Name in keyof F]: F[Name]['schema'] }),
    json: { type: 'object', properties: each('json'), required: Object.keys(fields), additionalProperties: false },
  }
}

/** What a model's answer must pass before anything believes it. */
export const outputSchema = <S extends z.ZodMiniType>(
  name: string,
  { schema, json }: Field<S>,
): OutputSchema<z.output<S>> & Field<S> => ({
  name,
  schema,
  json,
  parse(value) {
    const result = schema.safeParse(value)
    return result.success ? result.data : null
  },
})

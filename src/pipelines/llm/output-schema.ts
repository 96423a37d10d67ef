import * as z from 'zod/mini'
import type { OutputSchema } from '../../ports/language-model.ts'
import { lazy } from '../../runtime/lazy.ts'

/** What a model's answer must pass before anything believes it, in both forms: to be sent along, and to check by. */
export function outputSchema<S extends z.ZodMiniType>(name: string, schema: S): OutputSchema<z.output<S>> {
  const json = lazy(() => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema)
    return rest
  })
  return {
    name,
    get json() {
      return json()
    },
    parse(value) {
      const result = schema.safeParse(value)
      return result.success ? result.data : null
    },
  }
}

import * as z from 'zod/mini'
import type { Health } from '../pipelines/health.ts'

const store = z.string().register(z.globalRegistry, { description: '`connected` or `error: <reason>`' })

export const healthResponse = z
  .object({
    ready: z.boolean(),
    models_loaded: z.boolean(),
    models_error: z.optional(z.string()),
    neo4j: store,
    redis: store,
    qdrant: store,
    version: z.string(),
    backends: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'Health' })

export const toHealthResponse = ({ modelsLoaded, modelsError, ready, stores, ...rest }: Health) => ({
  ready,
  models_loaded: modelsLoaded,
  ...(modelsError === null ? {} : { models_error: modelsError }),
  ...stores,
  ...rest,
})

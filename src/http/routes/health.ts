import * as z from 'zod/mini'
import { type Health, health } from '../../pipelines/health.ts'
import { defineRoute } from '../define-route.ts'
import { about, named } from '../fields.ts'

const store = about(z.string(), '`connected` or `error: <reason>`')

export const toHealthResponse = ({ ready, modelsLoaded, modelsError, stores, ...rest }: Health) => ({
  ready,
  models_loaded: modelsLoaded,
  ...(modelsError === null ? {} : { models_error: modelsError }),
  ...stores,
  ...rest,
})

export const healthRoute = defineRoute({
  method: 'get',
  path: '/brain/health',
  id: 'health',
  scope: 'none',
  summary: 'Readiness of models and stores',
  description: 'Always 200; `ready` is the signal. `backends` names what stands behind each store.',
  response: named(
    'Health',
    z.object({
      ready: z.boolean(),
      models_loaded: z.boolean(),
      models_error: z.optional(z.string()),
      ...{ neo4j: store, redis: store, qdrant: store },
      version: z.string(),
      backends: z.record(z.string(), z.string()),
    }),
  ),
  handle: async ({ ports, trace }) => toHealthResponse(await health(ports, trace)),
})

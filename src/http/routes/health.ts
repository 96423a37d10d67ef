import * as z from 'zod/mini'
import { type Health, health } from '../../pipelines/health.ts'
import { defineRoute } from '../define-route.ts'
import { about, named } from '../fields.ts'

const store = about(z.string(), '`connected` or `error: <reason>`')

export const toHealthResponse = ({ ready, modelsLoaded, modelsError, stores, damaged, ...rest }: Health) => ({
  ready,
  models_loaded: modelsLoaded,
  ...(modelsError === null ? {} : { models_error: modelsError }),
  ...stores,
  ...(damaged === 0 ? {} : { damaged: describeDamaged(damaged) }),
  ...rest,
})

/** How many, and never whose: anybody may ask. */
const describeDamaged = (count: number) =>
  `${count === 1 ? '1 vault or account is' : `${count} vaults or accounts are`} damaged and refused; the log names ${count === 1 ? 'it' : 'them'} under "damaged".`

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
      damaged: about(z.optional(z.string()), 'How many vaults or accounts were found damaged within the hour.'),
      version: z.string(),
      backends: z.record(z.string(), z.string()),
    }),
  ),
  handle: async ({ ports, trace }) => toHealthResponse(await health(ports, trace)),
})

import { Hono } from 'hono'
import * as z from 'zod/mini'
import { health } from '../../pipelines/health.ts'
import type { AppEnv } from '../context.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const store = z.string().register(z.globalRegistry, { description: '`connected` or `error: <reason>`' })

const healthResponse = z
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

export const healthOperation: Operation = {
  method: 'get',
  path: '/brain/health',
  id: 'health',
  tag: 'service',
  summary: 'Readiness of models and stores (free, no key)',
  description: 'Always 200; `ready` is the signal. `backends` names what stands behind each store.',
  response: healthResponse,
}

export const healthRoutes = () =>
  new Hono<AppEnv>().use('/', only('GET')).get('/', async (c) => c.json(await health(c.get('ports'), c.get('trace'))))

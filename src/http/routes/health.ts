import { health } from '../../pipelines/health.ts'
import { defineRoute } from '../define-route.ts'
import { healthResponse, toHealthResponse } from '../health-response.ts'

export const healthRoute = defineRoute({
  method: 'get',
  path: '/brain/health',
  id: 'health',
  scope: 'none',
  summary: 'Readiness of models and stores',
  description: 'Always 200; `ready` is the signal. `backends` names what stands behind each store.',
  response: healthResponse,
  handle: async ({ ports, trace }) => toHealthResponse(await health(ports, trace)),
})

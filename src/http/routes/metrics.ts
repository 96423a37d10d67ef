import * as z from 'zod/mini'
import { gatherMetrics } from '../../pipelines/metrics.ts'
import { defineRoute } from '../define-route.ts'
import { PROMETHEUS_TYPE, toPrometheusText } from '../prometheus-text.ts'

export const metricsRoute = defineRoute({
  method: 'get',
  path: '/metrics',
  id: 'metrics',
  scope: 'operator',
  summary: 'Everything that is counted and measured, for Prometheus',
  description: 'The sum over all isolates, in the text format 0.0.4. No label names an account.',
  response: z.string(),
  contentType: PROMETHEUS_TYPE,
  handle: async ({ ports, now, later }) => toPrometheusText(await gatherMetrics(ports, now, later)),
})

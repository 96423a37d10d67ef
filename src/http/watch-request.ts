import type { Context } from 'hono'
import { reportMetrics } from '../pipelines/metrics.ts'
import { batchAfter } from '../runtime/batch-after.ts'
import { metrics } from '../runtime/metrics.ts'
import type { Trace } from '../runtime/trace.ts'
import type { AppEnv } from './context.ts'
import { memoryOperation } from './memory-operations.ts'
import { recordSpans } from './request-spans.ts'

const METHODS = new Set(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])

const planReport = batchAfter()

/** The requests that this isolate works on, first come first. One whose client went is ended without a word, so that none counts forever. */
const working = new Set<Trace>()
const LONGEST_MS = 120_000

/** A request has come. */
export function atWork(trace: Trace): void {
  working.add(trace)
  tellInFlight()
}

function tellInFlight(): void {
  for (const trace of working) {
    if (trace.elapsedMs() < LONGEST_MS) break
    working.delete(trace)
  }
  metrics.set('inFlight', working.size)
}

/** Answers the request with whoever wants to watch it watching: a collector where one is configured, and the platform's own tracing. */
export async function watched(c: Context<AppEnv>, answer: () => Promise<void>): Promise<void> {
  const [trace, ports] = [c.get('trace'), c.get('ports')]
  const recording = ports.spans?.begin(c.req.raw.headers)
  if (recording) {
    trace.context = recording.context
    if (recording.context.sampled) c.set('spans', recordSpans(c, recording))
  }
  const { tracing } = c.executionCtx as { readonly tracing?: Tracing }
  if (!tracing?.getActiveSpan?.()?.isTraced) return answer()
  trace.enterSpan = (name, work) => tracing.enterSpan(name, work)
  await tracing.enterSpan(memoryOperation(c.req.method, c.req.path) ?? 'request', async (span) => {
    await answer()
    const operation = memoryOperation(c.req.method, c.req.routePath)
    const records = trace.notes.get('records')
    span.setAttribute('http.route', c.req.routePath)
    if (operation) span.setAttribute('gen_ai.operation.name', operation)
    if (records !== undefined) span.setAttribute('gen_ai.memory.record.count', Number(records))
  })
}

/** Counts a request that is answered, by the pattern of its route and never by its path; what was counted and recorded leaves after the answer. */
export function countRequest(c: Context<AppEnv>, ms: number): void {
  const route = c.req.routePath === '/*' ? 'unknown' : c.req.routePath
  const method = METHODS.has(c.req.method) ? c.req.method : 'other'
  metrics.count('httpRequests', 1, route, method, String(c.res.status))
  metrics.observe('httpDuration', ms / 1000, route, method)
  metrics.count('operations', c.get('opsSpent'), route, c.get('standing')?.plan ?? 'none')

  const [ports, spans, trace] = [c.get('ports'), c.get('spans'), c.get('trace')]
  working.delete(trace)
  tellInFlight()
  if (!ports) return
  const { context } = trace
  if (spans && context) c.executionCtx.waitUntil(spans().then((made) => ports.spans?.keep(context, made)))
  const everyMs = ports.config.metricsReportSeconds * 1000
  const report = everyMs > 0 ? planReport(everyMs, () => reportMetrics(ports)) : null
  if (report) c.executionCtx.waitUntil(report)
}

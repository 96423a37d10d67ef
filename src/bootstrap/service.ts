import { createApp } from '../app.ts'
import type { Connect } from '../http/middleware/request.ts'
import { startRound, type Visits, visitDue } from '../pipelines/lifecycle/schedule.ts'
import { reportMetrics } from '../pipelines/metrics.ts'
import type { VisitOutcome } from '../ports/schedule.ts'
import { createTrace } from '../runtime/trace.ts'

/** All that answers requests and does the hourly round. The objects need none of it. */
export interface Service {
  readonly fetch: (request: Request, env: Env, context: ExecutionContext) => Response | Promise<Response>
  beginRound(env: Env, at: number): Promise<void>
  visit(env: Env, visits: Visits): Promise<VisitOutcome[]>
}

export function createService(connect: Connect): Service {
  return {
    fetch: createApp(connect).fetch,
    async beginRound(env, at) {
      await startRound(connect(env, createTrace()), at)
    },
    async visit(env, visits) {
      const trace = createTrace()
      const ports = connect(env, trace)
      const outcomes = await visitDue(ports, trace, visits)
      // Perhaps no request comes to this isolate that would do it.
      if (ports.config.metricsReportSeconds > 0) await reportMetrics(ports)
      return outcomes
    },
  }
}

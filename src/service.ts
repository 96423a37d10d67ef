import { createApp } from './app.ts'
import { connect } from './compose.ts'
import { createTrace } from './domain/trace.ts'
import { startRound, type Visits, visitDue } from './pipelines/lifecycle/schedule.ts'
import type { VisitOutcome } from './ports/schedule.ts'

/** All that answers requests and does the hourly round. The objects need none of it: see worker.ts. */
export const app = createApp(connect)

export async function beginRound(env: Env, at: number): Promise<void> {
  await startRound(connect(env, createTrace()), at)
}

export function visit(env: Env, visits: Visits): Promise<VisitOutcome[]> {
  const trace = createTrace()
  return visitDue(connect(env, trace), trace, visits)
}

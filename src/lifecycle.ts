import { WorkerEntrypoint } from 'cloudflare:workers'
import { connect } from './compose.ts'
import { createTrace } from './domain/trace.ts'
import { type Visits, visitDue } from './pipelines/lifecycle/schedule.ts'
import type { RoundSummary, VisitOutcome } from './ports/schedule.ts'

/** What the directory has done for it in the hourly round. Reached from our own objects alone. */
export class Lifecycle extends WorkerEntrypoint<Env> {
  visit(visits: Visits): Promise<VisitOutcome[]> {
    const trace = createTrace()
    return visitDue(connect(this.env, trace), trace, visits)
  }

  /** One JSON line a round. Which namespaces failed is for the operator's route, not for the log. */
  finished({ failures: _, ...round }: RoundSummary): void {
    console.log(JSON.stringify({ round: new Date(round.at * 1000).toISOString(), ...round }))
  }
}

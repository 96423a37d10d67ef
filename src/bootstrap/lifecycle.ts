import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Visits } from '../pipelines/lifecycle/schedule.ts'
import type { VisitOutcome } from '../ports/schedule.ts'
import type { Service } from './service.ts'

/** What the directory has done for it in the hourly round. Reached from our own objects alone. */
export const lifecycleOf = (load: () => Promise<Service>) =>
  class Lifecycle extends WorkerEntrypoint<Env> {
    async visit(visits: Visits): Promise<VisitOutcome[]> {
      return (await load()).visit(this.env, visits)
    }

    /** One JSON line a round. Which namespaces failed is for the operator's route, not for the log. */
    finished({ failures: _, ...round }: { readonly at: number; readonly failures: unknown }): void {
      console.log(JSON.stringify({ round: new Date(round.at * 1000).toISOString(), ...round }))
    }
  }

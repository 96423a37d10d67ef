import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Visits } from '../pipelines/lifecycle/schedule.ts'
import type { JournalEntry } from '../ports/journal.ts'
import type { VisitOutcome } from '../ports/schedule.ts'
import type { Parcel, ParcelOutcome } from '../ports/webhooks.ts'
import type { Service } from './service.ts'

/** What objects have done for them where the ports are: the visits of the hourly round, what an outbox reads and sends. Reached from our own alone. */
export const lifecycleOf = (load: () => Promise<Service>) =>
  class Lifecycle extends WorkerEntrypoint<Env> {
    async visit(visits: Visits): Promise<VisitOutcome[]> {
      return (await load()).visit(this.env, visits)
    }

    async changes(page: { account: string; after: number; limit: number }): Promise<JournalEntry[]> {
      return (await load()).changes(this.env, page)
    }

    async deliver(parcels: Parcel[]): Promise<ParcelOutcome[]> {
      return (await load()).deliver(this.env, parcels)
    }

    /** One JSON line a round. Which namespaces failed is for the operator's route, not for the log. */
    finished({ failures: _, ...round }: { readonly at: number; readonly failures: unknown }): void {
      console.log(JSON.stringify({ round: new Date(round.at * 1000).toISOString(), ...round }))
    }
  }

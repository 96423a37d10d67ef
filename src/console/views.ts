import type { ComponentType } from 'preact'
import type { Console } from './context.ts'
import type { Place } from './router.ts'
import { AccountView } from './views/account.tsx'
import { Accounts } from './views/accounts.tsx'
import { Ask } from './views/ask.tsx'
import { GraphView } from './views/graph.tsx'
import { HealthView } from './views/health.tsx'
import { InAndOut } from './views/in-and-out.tsx'
import { LifecycleView } from './views/lifecycle.tsx'
import { Memories } from './views/memories.tsx'
import { MemoryView } from './views/memory.tsx'
import { ProfileView } from './views/profile.tsx'
import { ReceiptsView } from './views/receipts.tsx'
import { Timeline } from './views/timeline.tsx'
import { UsageView } from './views/usage.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly View: ComponentType<{ place: Place }>
  /** It is reached from that one, and stands in no list of its own. */
  readonly within?: string
}

const read: readonly View[] = [
  { name: 'memories', title: 'Memories', View: Memories },
  { name: 'memory', title: 'Memory', View: MemoryView, within: 'memories' },
  { name: 'ask', title: 'Ask', View: Ask },
  { name: 'graph', title: 'Graph', View: GraphView },
  { name: 'profile', title: 'Profile', View: ProfileView },
  { name: 'timeline', title: 'Timeline', View: Timeline },
  { name: 'lifecycle', title: 'Lifecycle', View: LifecycleView },
  { name: 'usage', title: 'Usage', View: UsageView },
  { name: 'receipts', title: 'Receipts', View: ReceiptsView },
]

const data: View = { name: 'data', title: 'Import and export', View: InAndOut }

const operator: readonly View[] = [
  { name: 'accounts', title: 'Accounts', View: Accounts },
  { name: 'account', title: 'Account', View: AccountView, within: 'accounts' },
  { name: 'health', title: 'Health and rounds', View: HealthView },
]

/** What is offered to whoever is signed in: as much as the key may do, and what an operator needs. */
export function viewsFor({ session, may }: Console): {
  readonly account: readonly View[]
  readonly operator: readonly View[]
} {
  return {
    account: [...(may('read') ? read : []), ...(may('read') || may('write') ? [data] : [])],
    operator: session.adminToken === null ? [] : operator,
  }
}

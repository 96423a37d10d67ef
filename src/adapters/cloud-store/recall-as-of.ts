import type { RecallPlan, Recollection } from '../../ports/recollection.ts'
import { StoreDown } from '../../runtime/guard.ts'
import { toPoint } from './chunk-point.ts'
import type { GraphScope } from './graph-store.ts'
import { type NameLookup, recall, type Stores } from './recall.ts'
import type { VectorScope } from './vector-store.ts'
import { withPoints } from './with-points.ts'

interface StoresThen extends Stores {
  readonly graph: Stores['graph'] & Pick<GraphScope, 'lookBack'>
  readonly vectors: VectorScope
}

/** Names may have meant others then. */
const NO_NAMES: NameLookup = { find: async () => new Map(), note: () => {} }

/**
 * A recall; as of a time with what was taken out of retrieval since. The graph brings that back in a transaction of which nothing is kept, and the
 * points of it are searched here, beside those of the vector store.
 */
export async function recallAsOf(stores: StoresThen, plan: RecallPlan): Promise<Recollection> {
  if (typeof plan.asOf !== 'number') return recall(stores, plan)
  const looks: (() => Recollection)[] = []
  try {
    await stores.graph.lookBack(plan.asOf, plan.personas, async (graph, restored) => {
      const then = { ...stores, graph, vectors: withPoints(stores.vectors, restored.map(toPoint)), names: NO_NAMES }
      // An error would lose its class on the way through the object that holds the transaction.
      looks.push(
        await recall(then, plan).then(
          (seen) => () => seen,
          (error: unknown) => () => {
            throw error
          },
        ),
      )
    })
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error
    return recall(stores, plan)
  }
  const seen = looks.at(-1)
  return seen ? seen() : recall(stores, plan)
}

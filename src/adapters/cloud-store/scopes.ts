import type { GraphScope } from './graph-store.ts'
import type { VectorScope } from './vector-store.ts'

/** One namespace in both stores. */
export interface Scopes {
  readonly vectors: VectorScope
  readonly graph: GraphScope
}

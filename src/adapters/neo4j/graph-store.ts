import { BrainError } from '../../domain/errors.ts'
import { type Guard, StoreDown } from '../../domain/guard.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import type { Neo4jConnection } from './connection.ts'
import type { Answer, Asked, Graph } from './graph.ts'

interface Parts extends Neo4jConnection {
  readonly graphs: DurableObjectNamespace<Graph>
  readonly dimensions: number
  readonly guard: Guard
}

/** Each holds connections of its own: enough of them for many requests at once, few enough for the server. */
const HOLDERS = 16

/** Neo4j over Bolt, through the object that holds the driver for the namespace. */
export function createNeo4jGraphStore({ graphs, uri, username, password, dimensions, guard }: Parts): GraphStore {
  const holderOf = (namespace: string) => graphs.getByName(`graph-${hash(namespace) % HOLDERS}`)

  const ask = <T>(call: () => Promise<Answer<T>>, idempotent: boolean): Promise<T> =>
    guard(async () => open(await call()), { idempotent })

  function scope(namespace: string) {
    /** The one place that names the namespace. */
    const asked: Asked = { uri, username, password, dimensions, namespace }
    const graph = () => holderOf(namespace)
    // RPC types do not survive unions and callbacks: the object's methods have the port's own types.
    const reading = <T>(call: (graph: Graph) => Promise<Answer<T>>) =>
      ask(() => call(graph() as unknown as Graph), true)
    const writing = <T>(call: (graph: Graph) => Promise<Answer<T>>) =>
      ask(() => call(graph() as unknown as Graph), false)
    return { asked, reading, writing }
  }

  return {
    check: () => {
      const { asked, reading } = scope('')
      return reading((graph) => graph.check(asked))
    },
    in(namespace) {
      const { asked, reading, writing } = scope(namespace)
      return {
        change: (wanted, decide) => reading((graph) => graph.change(asked, wanted, decide)),
        twins: (statements) => reading((graph) => graph.twins(asked, statements)),
        settle: (ids) => reading((graph) => graph.settle(asked, ids)),
        orient: (wanted) => reading((graph) => graph.orient(asked, wanted)),
        gather: (wanted) => reading((graph) => graph.gather(asked, wanted)),
        // The only one that counts: once more would count twice.
        touch: (access) => writing((graph) => graph.touch(asked, access)),
        countFaded: (faded) => reading((graph) => graph.countFaded(asked, faded)),
        prune: (faded) => writing((graph) => graph.prune(asked, faded)),
        bury: (ids) => reading((graph) => graph.bury(asked, ids)),
        stale: (limit) => reading((graph) => graph.stale(asked, limit)),
        clean: (seen) => reading((graph) => graph.clean(asked, seen)),
        begin: (request) => writing((graph) => graph.begin(asked, request)),
        finish: (done) => reading((graph) => graph.finish(asked, done)),
        lifecycle: () => reading((graph) => graph.lifecycle(asked)),
        told: (levels, turn, replaces) => reading((graph) => graph.told(asked, levels, turn, replaces)),
        factsAfter: (id, limit) => reading((graph) => graph.factsAfter(asked, id, limit)),
        neighbourhood: (around) => reading((graph) => graph.neighbourhood(asked, around)),
        abstract: (request) => writing((graph) => graph.abstract(asked, request)),
        dissolve: (abstraction) => reading((graph) => graph.dissolve(asked, abstraction)),
        count: (persona) => reading((graph) => graph.count(asked, persona)),
        unsettled: (limit) => reading((graph) => graph.unsettled(asked, limit)),
        page: (afterId, limit) => reading((graph) => graph.page(asked, afterId, limit)),
        toEmbed: (embedder, limit) => reading((graph) => graph.toEmbed(asked, embedder, limit)),
        putEmbedded: (embedder, next) => reading((graph) => graph.putEmbedded(asked, embedder, next)),
        chunks: (ids) => reading((graph) => graph.chunks(asked, ids)),
        changeOver: (embedder) => reading((graph) => graph.changeOver(asked, embedder)),
        erase: (now) => reading((graph) => graph.erase(asked, now)),
      }
    },
  }
}

function open<T>(answer: Answer<T>): T {
  if ('value' in answer) return answer.value
  if (answer.failed === 'unreachable') throw new StoreDown('neo4j', answer.why)
  throw new BrainError('misconfigured', answer.why)
}

function hash(text: string): number {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return state >>> 0
}

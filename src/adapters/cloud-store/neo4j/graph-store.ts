import { BrainError } from '../../../domain/errors.ts'
import type { AsOf } from '../../../ports/memory-records.ts'
import { fnv1a } from '../../../runtime/fnv1a.ts'
import { type Guard, StoreDown } from '../../../runtime/guard.ts'
import type { GraphScope, GraphStore } from '../graph-store.ts'
import type { Neo4jConnection } from './connection.ts'
import type { Answer, Asked, Graph, Then } from './graph.ts'
import { READS, type ReadName, WRITES, type WriteName } from './operations.ts'

interface Parts extends Neo4jConnection {
  readonly graphs: { getByName(name: string): unknown }
  readonly dimensions: number
  readonly guard: Guard
  /** Holders that are known to have the database ready, as far as this isolate knows. */
  readonly prepared: Set<string>
}

/** Each holds connections of its own: enough of them for many requests at once, few enough for the server. */
const HOLDERS = 16
/** Constraints and indexes on a database that has just started; then, likewise, its plans. */
const PREPARE_MS = 25_000
/** What looks at all of a namespace, in one transaction. */
const WHOLE_NAMESPACE_MS = 20_000
const OF_WHOLE_NAMESPACE: ReadonlySet<WriteName> = new Set([
  'prune',
  'purge',
  'begin',
  'abstract',
  'putEmbedded',
  'revise',
  'exportPage',
  'restoreRows',
])
/** Once more would count twice. */
const COUNTING: ReadonlySet<WriteName> = new Set(['touch', 'prune', 'begin', 'abstract', 'watch', 'revise'])
/** What may be asked as of a time. */
const AS_OF: ReadonlySet<ReadName> = new Set(['listFacts', 'graph', 'profile'])
const thenOf = ({ asOf, personas }: AsOf & Pick<Then, 'personas'>): Then | null =>
  typeof asOf === 'number' ? { at: asOf, personas } : null
/** For each text and each name of an ingest, beyond what a small one may take. */
const MS_AN_ITEM = 10

/** Neo4j over Bolt, through the object that holds the driver for the namespace. */
export function createNeo4jGraphStore(parts: Parts): GraphStore {
  const { graphs, uri, username, password, embedder, dimensions, guard, prepared } = parts

  function scope(namespace: string) {
    /** The one place that names the namespace. */
    const asked: Asked = { uri, username, password, embedder, dimensions, namespace }
    const holder = `graph-${fnv1a(namespace) % HOLDERS}`
    // RPC types do not survive unions and callbacks: the object's methods have the port's own types.
    const graph = () => graphs.getByName(holder) as Graph
    const ask = async <T>(call: (graph: Graph) => Promise<Answer<T>>, idempotent: boolean, moreMs = 0): Promise<T> => {
      try {
        return await guard(async () => open(await call(graph())), { idempotent, moreMs })
      } catch (error) {
        if (error instanceof StoreDown) prepared.delete(holder)
        throw error
      }
    }
    /** Before the first write, and after a failure: in a time of its own, not in that of the write. */
    const prepare = async () => {
      if (prepared.has(holder)) return
      await ask((g) => g.prepare(asked), true, PREPARE_MS)
      await ask((g) => g.rehearse(asked), true, PREPARE_MS)
      prepared.add(holder)
    }
    return { asked, ask, prepare }
  }

  return {
    check: () => {
      const { asked, ask } = scope('')
      return ask((graph) => graph.check(asked), true)
    },
    byMagnitude: () => {
      const { asked, ask } = scope('')
      return ask((graph) => graph.byMagnitude(asked), true, WHOLE_NAMESPACE_MS)
    },
    in(namespace): GraphScope {
      const { asked, ask, prepare } = scope(namespace)
      return {
        ...named(Object.keys(READS) as ReadName[], (name, given) => {
          const then = AS_OF.has(name) ? thenOf(given[0] as AsOf & Pick<Then, 'personas'>) : null
          return then
            ? ask((graph) => graph.readAsOf(asked, then, name, given), true, WHOLE_NAMESPACE_MS)
            : ask((graph) => graph.read(asked, name, given), true)
        }),
        ...named(Object.keys(WRITES) as WriteName[], async (name, given) => {
          await prepare()
          const moreMs = OF_WHOLE_NAMESPACE.has(name) ? WHOLE_NAMESPACE_MS : 0
          return ask((graph) => graph.write(asked, name, given), !COUNTING.has(name), moreMs)
        }),
        async change(wanted, begin, complete) {
          await prepare()
          const items = wanted.statements.length + wanted.names.length
          await ask((graph) => graph.change(asked, wanted, begin, complete), true, items * MS_AN_ITEM)
        },
        async lookBack(at, personas, look) {
          const looked = await ask(
            (graph) =>
              graph.lookBack(asked, { at, personas }, (read, restored) => {
                const names = ['orient', 'stated', 'passing', 'gather'] as const
                return look(
                  named(names, async (name, given) => open(await read(name, given))),
                  restored,
                )
              }),
            true,
            WHOLE_NAMESPACE_MS,
          )
          // Told outside the guard: a look that was too much says nothing about how the store is doing.
          if (looked === 'late')
            throw new StoreDown('neo4j', 'there was too much to bring back in time', undefined, true)
        },
        async changeOver(to) {
          await prepare()
          return ask((graph) => graph.changeOver(asked, to), true, WHOLE_NAMESPACE_MS)
        },
        async erase(now) {
          await prepare()
          return ask((graph) => graph.erase(asked, now), true, WHOLE_NAMESPACE_MS)
        },
      }
    },
  }
}

/** The port's operations of these names, each made by the same call. */
const named = <K extends keyof GraphScope>(
  names: readonly K[],
  call: (name: K, given: readonly unknown[]) => Promise<unknown>,
) =>
  Object.fromEntries(
    names.map((name) => [name, (...given: readonly unknown[]) => call(name, given)]),
  ) as unknown as Pick<GraphScope, K>

function open<T>(answer: Answer<T>): T {
  if ('value' in answer) return answer.value
  if (answer.failed === 'unreachable') throw new StoreDown('neo4j', answer.why)
  throw new BrainError('misconfigured', answer.why)
}

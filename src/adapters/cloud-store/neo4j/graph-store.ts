import { BrainError } from '../../../domain/errors.ts'
import { type Guard, StoreDown } from '../../../runtime/guard.ts'
import type { GraphScope, GraphStore } from '../graph-store.ts'
import type { Neo4jConnection } from './connection.ts'
import type { Answer, Asked, Graph } from './graph.ts'
import type { Given, OperationName, READS, Returned, WRITES } from './operations.ts'

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
/** For each text and each name of an ingest, beyond what a small one may take. */
const MS_AN_ITEM = 10

/** Neo4j over Bolt, through the object that holds the driver for the namespace. */
export function createNeo4jGraphStore(parts: Parts): GraphStore {
  const { graphs, uri, username, password, embedder, dimensions, guard, prepared } = parts

  function scope(namespace: string) {
    /** The one place that names the namespace. */
    const asked: Asked = { uri, username, password, embedder, dimensions, namespace }
    const holder = `graph-${hash(namespace) % HOLDERS}`
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
    in(namespace): GraphScope {
      const { asked, ask, prepare } = scope(namespace)
      const read = <K extends OperationName & keyof typeof READS>(name: K, ...given: Given<K>): Promise<Returned<K>> =>
        ask((graph) => graph.read(asked, name, given), true)
      const write = async <K extends OperationName & keyof typeof WRITES>(
        name: K,
        given: Given<K>,
        { idempotent = true, moreMs = 0 } = {},
      ): Promise<Returned<K>> => {
        await prepare()
        return ask((graph) => graph.write(asked, name, given), idempotent, moreMs)
      }
      const once = { idempotent: false }
      const whole = { moreMs: WHOLE_NAMESPACE_MS }
      return {
        async change(wanted, begin, complete) {
          await prepare()
          const items = wanted.statements.length + wanted.names.length
          await ask((graph) => graph.change(asked, wanted, begin, complete), true, items * MS_AN_ITEM)
        },
        duplicates: (statements) => read('duplicates', statements),
        settle: (ids) => write('settle', [ids]),
        orient: (wanted) => read('orient', wanted),
        gather: (wanted) => read('gather', wanted),
        // It counts: once more would count twice.
        touch: (access) => write('touch', [access], once),
        countFaded: (faded) => read('countFaded', faded),
        prune: (faded) => write('prune', [faded], { ...once, ...whole }),
        purge: (ids) => write('purge', [ids], whole),
        stale: (limit) => read('stale', limit),
        clean: (seen) => write('clean', [seen]),
        begin: (request) => write('begin', [request], { ...once, ...whole }),
        finish: (done) => write('finish', [done]),
        lifecycle: () => read('lifecycle'),
        told: (levels, turn, replaces) => write('told', [levels, turn, replaces]),
        factsAfter: (id, limit) => read('factsAfter', id, limit),
        neighbourhood: (persona, entities) => read('neighbourhood', persona, entities),
        competing: (persona, slots) => read('competing', persona, slots),
        abstract: (request) => write('abstract', [request], { ...once, ...whole }),
        count: (persona) => read('count', persona),
        unsettled: (limit) => read('unsettled', limit),
        entities: (after, limit) => read('entities', after, limit),
        page: (afterId, limit) => read('page', afterId, limit),
        toEmbed: (to, limit) => read('toEmbed', to, limit),
        putEmbedded: (to, next) => write('putEmbedded', [to, next], whole),
        chunks: (ids) => read('chunks', ids),
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

import type { QdrantClient } from '@qdrant/js-client-rest'
import { unpackVector } from '../../../domain/ranking/vector.ts'
import { SOURCES, trustRank } from '../../../domain/statement/source.ts'
import { type Guard, StoreDown } from '../../../runtime/guard.ts'
import type { ChunkPoint, VectorScope, VectorStore } from '../vector-store.ts'
import {
  COLLECTION_PREFIX,
  checkCollection,
  collectionName,
  DENSE,
  prepareCollection,
  SPARSE,
  statusOf,
} from './collection.ts'
import { translate } from './connection.ts'
import { pointOf, toFound, toPage, validate, wordWeights } from './point.ts'

interface Parts {
  readonly client: QdrantClient
  readonly embedder: string
  readonly dimensions: number
  readonly guard: Guard
  /** Whether the collection is known to be there, as far as this isolate knows. */
  readonly state: { ready: boolean }
}

const MAX_BATCH = 128
const PAGE = 1000
/** Integers of a payload index do not go to infinity. */
const bound = (value: number) => Math.max(-8e15, Math.min(8e15, Math.ceil(value)))

type Condition = Record<string, unknown>
const is = (key: string, value: string | number): Condition => ({ key, match: { value } })
const isAny = (key: string, any: readonly (string | number)[]): Condition => ({ key, match: { any } })

const LESS_TRUSTED = isAny(
  'source',
  SOURCES.map(trustRank).filter((rank) => rank > 0),
)

/** Qdrant over REST. */
export function createQdrantVectorStore({ client, embedder, dimensions, guard, state }: Parts): VectorStore {
  const collection = collectionName(embedder, dimensions)

  /** Every call can be made again: points are named by their content, deletions are of what is named. */
  const ask = <T>(call: () => Promise<T>): Promise<T> =>
    guard(() => call().catch((error: unknown) => Promise.reject(translate(error))), { idempotent: true })

  /** What a server that lost its disk, or never had the collection, has to say. */
  const orNothing = async <T>(call: () => Promise<T>, nothing: T): Promise<T> =>
    ask(async () => {
      try {
        return await call()
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        state.ready = false
        return nothing
      }
    })

  async function upsert(points: readonly ChunkPoint[], namespace: string): Promise<void> {
    await ask(async () => {
      if (!state.ready) await prepareCollection(client, collection, dimensions)
      state.ready = true
      try {
        await client.upsert(collection, { wait: true, points: points.map((point) => pointOf(namespace, point)) })
      } catch (error) {
        // It was there and is gone: the next try makes it again.
        if (statusOf(error) === 404) state.ready = false
        throw statusOf(error) === 404 ? new StoreDown('qdrant', 'its collection is gone', error) : error
      }
    })
  }

  /** The one place that names the namespace: no call below can be written without it. */
  function scope(namespace: string): VectorScope {
    const scoped = (must: readonly Condition[] = [], rest: Record<string, readonly Condition[]> = {}) => ({
      must: [is('namespace', namespace), ...must],
      ...rest,
    })
    const inSight = (personas: readonly string[] | null) => (personas ? [isAny('persona', personas)] : [])
    const search = async (queries: readonly Record<string, unknown>[]) =>
      (await orNothing(() => client.queryBatch(collection, { searches: queries as never }), [])).map(
        ({ points }) => points,
      )
    const scroll = (request: Record<string, unknown>) =>
      orNothing(async () => (await client.scroll(collection, request as never)).points, [])
    const erase = (filter: ReturnType<typeof scoped>) =>
      orNothing(async () => void (await client.delete(collection, { wait: true, filter: filter as never })), undefined)

    async function eraseIn(chosen: (name: string) => boolean, filter = scoped()): Promise<void> {
      const { collections } = await ask(() => client.getCollections())
      for (const { name } of collections.filter(({ name }) => name.startsWith(COLLECTION_PREFIX) && chosen(name))) {
        await orNothing(
          async () => void (await client.delete(name, { wait: true, filter: filter as never })),
          undefined,
        )
      }
    }

    return {
      async put(points) {
        for (const point of points) validate(point, dimensions)
        for (let at = 0; at < points.length; at += MAX_BATCH) await upsert(points.slice(at, at + MAX_BATCH), namespace)
      },
      async nominate({ personas, vector, words, ids, nearest, bestByWords, nearestOfUser, only }) {
        const searched = [...inSight(personas), ...(only ? [isAny('id', only)] : [])]
        const filter = scoped(searched)
        const dense = { query: [...unpackVector(vector)], using: DENSE, filter }
        const sparse = { query: wordWeights(words), using: SPARSE, filter, limit: bestByWords }
        const wanted = { filter: scoped([...inSight(personas), isAny('id', ids)]), limit: ids.length }
        // Points of before do not say whose they are, and count as a user's.
        const ofUser = { filter: scoped(searched, { must_not: [LESS_TRUSTED] }), limit: nearestOfUser }
        // What either way of searching finds is measured by meaning in the same request.
        const union = {
          ...dense,
          prefetch: [
            { ...dense, limit: nearest },
            ...(nearestOfUser > 0 ? [{ ...dense, ...ofUser }] : []),
            ...(words.length > 0 ? [sparse] : []),
            ...(ids.length > 0 ? [{ ...dense, ...wanted }] : []),
          ],
          limit: nearest + nearestOfUser + bestByWords + ids.length,
          with_payload: true,
        }
        const [points, byWords] = await search(
          words.length > 0 ? [union, { ...sparse, with_payload: ['id'] }] : [union],
        )
        return {
          points: (points ?? []).map(({ payload, score }) => toFound(payload, vector, score)),
          byWords: (byWords ?? []).map(({ payload }) => Number(payload?.id)),
        }
      },
      async around(places, { personas, vector }) {
        if (places.length === 0) return []
        const should = places.map(({ session, from, to }) => ({
          must: [is('session', session), { key: 'place', range: { gte: from, lte: to } }],
        }))
        const limit = places.reduce((sum, { from, to }) => sum + to - from + 1, 0)
        const filter = scoped(inSight(personas), { should })
        const [points] = await search([
          {
            query: [...unpackVector(vector)],
            using: DENSE,
            filter,
            limit,
            with_payload: true,
            params: { exact: true },
          },
        ])
        return (points ?? []).map(({ payload, score }) => toFound(payload, vector, score))
      },
      async existing(ids) {
        const found: number[] = []
        for (let at = 0; at < ids.length; at += PAGE) {
          const some = ids.slice(at, at + PAGE)
          const points = await scroll({ filter: scoped([isAny('id', some)]), limit: some.length, with_payload: ['id'] })
          found.push(...points.map(({ payload }) => Number(payload?.id)))
        }
        return found
      },
      count: async () =>
        orNothing(async () => (await client.count(collection, { filter: scoped() as never, exact: true })).count, 0),
      async refresh(changes) {
        for (let at = 0; at < changes.length; at += PAGE) {
          const operations = changes.slice(at, at + PAGE).map(({ id, source, level, lastAccess }) => ({
            set_payload: { payload: { source, level, last_access: lastAccess }, filter: scoped([is('id', id)]) },
          }))
          await orNothing(async () => {
            await client.batchUpdate(collection, { wait: true, operations: operations as never })
          }, undefined)
        }
      },
      async removeFaded({ persona, ranges, except }) {
        const should = ranges.map(({ level, before }) => ({
          must: [is('level', level), { key: 'last_access', range: { lt: bound(before) } }],
        }))
        if (should.length === 0) return
        const must_not = except.length > 0 ? [isAny('id', except)] : []
        await erase(scoped(persona === null ? [] : [is('persona', persona)], { should, must_not }))
      },
      async remove(ids) {
        // Of an embedder to come too: what is gone must not come back with it.
        if (ids.length > 0) await eraseIn(() => true, scoped([isAny('id', ids)]))
      },
      async page(afterId, limit) {
        const points = await scroll({
          filter: scoped([{ key: 'id', range: { gt: afterId } }]),
          order_by: { key: 'id', direction: 'asc' },
          limit,
          with_payload: true,
          with_vector: [DENSE],
        })
        return points.map(({ id, payload, vector }) =>
          toPage(id, payload, (vector as Record<string, number[][]> | undefined)?.[DENSE] ?? []),
        )
      },
      erase: () => eraseIn(() => true),
      eraseOthers: () => eraseIn((name) => name !== collection),
    }
  }

  return {
    check: () => ask(() => checkCollection(client, collection, dimensions)),
    in: scope,
  }
}

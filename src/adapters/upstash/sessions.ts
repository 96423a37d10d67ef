import type { MemoryId } from '../../domain/memory-id.ts'
import { blendTopic, HOT_MS, MAX_HOT, SESSION_IDLE_MS } from '../../domain/ranking/topic.ts'
import type { SessionContext, Sessions } from '../../ports/sessions.ts'
import type { RedisConnection } from './redis.ts'

const IDLE_SECONDS = SESSION_IDLE_MS / 1000

/** Scores hold the time until which an id is hot, and under it the order inside a call. */
const scoreOf = (until: number, place: number) => until * 100 + (99 - Math.min(99, place))

const toText = (topic: Float32Array, usedAt: number) =>
  JSON.stringify({ usedAt, topic: [...topic].map((value) => Math.round(value * 1e6) / 1e6) })

/** Hot ids are added only to a session that there is: a forged id in a retrieve creates nothing. */
const WARM = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], unpack(ARGV, 3))
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -tonumber(ARGV[1]) - 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1`

/** Working memory in Redis: a topic and a sorted set of hot ids a session, gone by themselves. */
export function createUpstashSessions({ ask }: RedisConnection): Sessions {
  // An account's id has a fixed length, so that no two pairs make the same name.
  const keysOf = (namespace: string, id: string) =>
    [`brain:topic:${namespace}:${id}`, `brain:hot:${namespace}:${id}`] as const

  async function read(namespace: string, id: string, now: number) {
    const [topicKey, hotKey] = keysOf(namespace, id)
    const [stored, hot] = await ask((redis) =>
      redis
        .pipeline()
        .get<string>(topicKey)
        .zrange<string[]>(hotKey, `(${now * 100 + 99}`, '+inf', { byScore: true })
        .exec<[string | null, string[]]>(),
    )
    const state = stored === null ? null : (JSON.parse(stored) as { usedAt: number; topic: number[] })
    if (!state || now - state.usedAt > SESSION_IDLE_MS) return { topic: null, hot: [], usedAt: 0 }
    return {
      topic: state.topic.length > 0 ? Float32Array.from(state.topic) : null,
      hot: hot.reverse() as MemoryId[],
      usedAt: state.usedAt,
    }
  }

  async function warm(namespace: string, id: string, now: number, ids: readonly MemoryId[]): Promise<void> {
    if (ids.length === 0) return
    const members = ids.slice(0, MAX_HOT).flatMap((hot, place) => [scoreOf(now + HOT_MS, place), hot])
    await ask((redis) => redis.eval(WARM, [...keysOf(namespace, id)], [MAX_HOT, IDLE_SECONDS, ...members]))
  }

  async function remove(namespace: string, ids: readonly string[]): Promise<void> {
    const keys = ids.flatMap((id) => keysOf(namespace, id))
    for (let at = 0; at < keys.length; at += 500) await ask((redis) => redis.del(...keys.slice(at, at + 500)))
  }

  const DOWN: SessionContext = { topic: null, hot: [], down: 'redis' }
  return {
    load: (namespace, id, now) =>
      read(namespace, id, now).then(
        ({ topic, hot }) => ({ topic, hot }),
        () => DOWN,
      ),
    async update(namespace, id, { now, vectors, ids }) {
      const known = await read(namespace, id, now)
      const topic = vectors.reduce<Float32Array | null>(blendTopic, known.topic) ?? new Float32Array(0)
      const [topicKey] = keysOf(namespace, id)
      await ask((redis) => redis.set(topicKey, toText(topic, Math.max(now, known.usedAt)), { ex: IDLE_SECONDS }))
      await warm(namespace, id, now, ids)
    },
    touch: (namespace, id, { now, ids }) => warm(namespace, id, now, ids),
    reset: remove,
    erase: remove,
  }
}

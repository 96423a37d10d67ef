import type { EntityCache } from '../../ports/entity-cache.ts'
import type { RedisConnection } from './redis.ts'

/** Long enough for a conversation; what a merge or a prune made untrue is gone after it. */
const KEPT_SECONDS = 600
const SEPARATOR = '\u0000'

/** A name that is being given wins over a lookup that began before: those are kept only where nothing is. */
const NOTE = `for i = 1, #ARGV - 1, 2 do redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) end
if redis.call('TTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[#ARGV]) end
return 1`

/** It means somebody new, and maybe others: only the graph can say who, until all is forgotten. */
const DOUBTFUL = '?'

/** Known to mean nobody, it means the new one; else it is doubtful, so that no lookup that began before can settle it. */
const LEARN = `for i = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == '' then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  else redis.call('HSET', KEYS[1], ARGV[i], '${DOUBTFUL}') end
end
if redis.call('TTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return 1`

/** One hash a namespace: name → the keys of its entities, empty where it means nobody. */
export function createUpstashEntityCache({ ask }: RedisConnection): EntityCache {
  const keyOf = (namespace: string) => `brain:names:${namespace}`
  return {
    async find(namespace, names) {
      if (names.length === 0) return new Map()
      try {
        const stored = (await ask((redis) => redis.hmget(keyOf(namespace), ...names))) as unknown as
          | (string | null)[]
          | null
        return new Map(
          names.flatMap((name, at): [string, string[]][] => {
            const keys = stored?.[at] ?? DOUBTFUL
            return keys === DOUBTFUL ? [] : [[name, keys === '' ? [] : keys.split(SEPARATOR)]]
          }),
        )
      } catch {
        return new Map()
      }
    },
    async note(namespace, found) {
      const pairs = [...found].flatMap(([name, keys]) => [name, keys.join(SEPARATOR)])
      if (pairs.length > 0) await ask((redis) => redis.eval(NOTE, [keyOf(namespace)], [...pairs, KEPT_SECONDS]))
    },
    async learn(namespace, given) {
      const pairs = given.flatMap(({ name, entity }) => [name, entity])
      if (pairs.length > 0) await ask((redis) => redis.eval(LEARN, [keyOf(namespace)], [KEPT_SECONDS, ...pairs]))
    },
    async erase(namespace) {
      await ask((redis) => redis.del(keyOf(namespace)))
    },
  }
}

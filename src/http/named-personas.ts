import type { Input } from './context.ts'

/** The personas that a request names, wherever: a bound key may name only its own. */
export function namedPersonas({ query, body }: Pick<Input, 'query' | 'body'>): string[] {
  const { items } = (body ?? {}) as { items?: unknown }
  const places = [query, body, ...(Array.isArray(items) ? items : [])] as ({ persona?: unknown } | undefined)[]
  const names = places.flatMap((place) => (typeof place?.persona === 'string' ? place.persona : []))
  return [...new Set(names)]
}

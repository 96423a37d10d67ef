import type { Input } from './context.ts'

/** The personas that a request names, wherever: a bound key may name only its own. */
export function namedPersonas({ query, body }: Pick<Input, 'query' | 'body'>): string[] {
  const { items, texts, named, filter } = (body ?? {}) as Record<'items' | 'texts' | 'named' | 'filter', unknown>
  const places = [query, body, filter, ...[items, texts, named].filter(Array.isArray).flat()] as (
    | { persona?: unknown }
    | null
    | undefined
  )[]
  const names = places.flatMap((place) => (typeof place?.persona === 'string' ? place.persona : []))
  return [...new Set(names)]
}

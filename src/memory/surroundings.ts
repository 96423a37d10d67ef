import { trustRank } from '../domain/statement/source.ts'

/** What was said just before and after a chunk in its session, nearest first. */
export interface Links {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** What the links lead to, as far as it is not known. */
export const besides = (links: Iterable<Links>, known: { has(id: number): boolean }): number[] => {
  const ids = new Set<number>()
  for (const { before, after } of links) for (const id of [...before, ...after]) if (!known.has(id)) ids.add(id)
  return [...ids]
}

const USER = trustRank('user')
const ASSISTANT = trustRank('assistant')

/** Of what is there only for what stands around it, nobody asks what it means. */
export const NO_MEANING = -1

/** But of what an assistant replied to a candidate, which counts for it. */
export const repliesAround = <Around extends { readonly source: number }>(
  chunks: Iterable<{ readonly id: number; readonly source: number }>,
  links: ReadonlyMap<number, Links>,
  around: ReadonlyMap<number, Around>,
): Around[] =>
  [...chunks].flatMap(({ id, source }) => {
    const next = source === USER ? around.get(links.get(id)?.after[0] ?? -1) : undefined
    return next?.source === ASSISTANT ? next : []
  })

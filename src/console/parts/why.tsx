import { Bars } from './bars.tsx'

/** Parts of a score in the words of the field; each with the most that it comes to, so that bars can be compared. */
const PARTS: readonly (readonly [field: string, label: string, most: number])[] = [
  ['rank', 'all together', 1.5],
  ['meaning', 'meaning', 1],
  ['words', 'words', 1],
  ['who', 'who it is about', 0.5],
  ['session', 'same session', 0.5],
  ['reply', 'reply to it', 0.5],
  ['window', 'what stands around', 0.5],
  ['proximity', 'near in the graph', 0.5],
  ['reranked', 'read with the question', 8],
  ['outdated', 'outdated', 1],
  ['doubt', 'doubt', 1],
]

/** What a score is made of. What plays no part is left out. */
export function Why({ why }: { why: Readonly<Record<string, unknown>> }) {
  const bars = PARTS.flatMap(([field, label, most]) => {
    const value = why[field]
    return typeof value === 'number' && Math.abs(value) >= 0.005 ? { label, value, share: value / most } : []
  })
  return <Bars bars={bars} />
}

import type { RecordFilter } from '../ports/memory-records.ts'

type Pairs = RecordFilter['metadata']

/** Of one memory so many pairs are indexed, none longer than this. */
const MOST_PAIRS = 8
const LONGEST_PAIR = 256

/** Stands among the pairs of a memory that has more than is indexed: it is looked at whatever is asked for. */
export const MORE_THAN_INDEXED = ''

export const pairText = (key: string, json: string): string => `${JSON.stringify(key)}:${json}`

/** A value as text, the fields of its objects in one order: in what order they were written means nothing. */
const canonical = (value: unknown): string => JSON.stringify(value, (_, part) => (isObject(part) ? sorted(part) : part))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

const isIndexed = (value: unknown, text: string): boolean =>
  (typeof value !== 'object' || value === null) && text.length <= LONGEST_PAIR

/** What a memory is found by: the first of its pairs that are short and no lists or objects. */
export function indexedPairs(metadata: string | null): string[] {
  if (metadata === null) return []
  const pairs = Object.entries(JSON.parse(metadata) as Record<string, unknown>)
  const indexed = pairs
    .map(([key, value]) => ({ value, text: pairText(key, JSON.stringify(value)) }))
    .filter(({ value, text }) => isIndexed(value, text))
    .slice(0, MOST_PAIRS)
    .map(({ text }) => text)
  return indexed.length < pairs.length ? [...indexed, MORE_THAN_INDEXED] : indexed
}

/** For each pair that is asked for, what to look up: whoever has it is among these. */
export const pairsToLookUp = (asked: Pairs): string[][] =>
  asked.map(([key, ...jsons]) => {
    const texts = jsons.flatMap((json) => {
      const value = JSON.parse(json)
      const text = pairText(key, JSON.stringify(value))
      return isIndexed(value, text) ? [text] : []
    })
    return [...texts, MORE_THAN_INDEXED]
  })

/** For each pair that is asked for, what the text of metadata has somewhere that has it. */
export const textsOfPairs = (asked: Pairs): string[][] =>
  asked.map(([key, ...jsons]) =>
    jsons.map((json) => {
      const value = JSON.parse(json)
      return pairText(key, isObject(value) || Array.isArray(value) ? '' : JSON.stringify(value))
    }),
  )

/** Whether metadata has all the pairs. */
export function hasPairs(asked: Pairs): (metadata: string | null) => boolean {
  const wanted = asked.map(([key, ...jsons]) => ({ key, texts: jsons.map((json) => canonical(JSON.parse(json))) }))
  return (metadata) => {
    if (wanted.length === 0) return true
    const has = metadata === null ? {} : (JSON.parse(metadata) as Record<string, unknown>)
    return wanted.every(({ key, texts }) => Object.hasOwn(has, key) && texts.includes(canonical(has[key])))
  }
}

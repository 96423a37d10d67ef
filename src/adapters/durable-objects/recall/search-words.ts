import { CANDIDATES, WORD_SEARCH } from '../../../memory/candidates.ts'
import type { RecallPlan, Recollection } from '../../../ports/recollection.ts'
import type { VaultTables } from '../vault-tables.ts'
import type { Passing } from './passing.ts'

/** The chunks with the words that tell most, and among equals the newest. */
export function searchWords(
  tables: VaultTables,
  { words, k }: RecallPlan,
  { chunks, frequencies }: Recollection['corpus'],
  scopes: readonly number[] | null,
  passing: Passing | null,
): number[] {
  if (scopes?.length === 0) return []
  const common = Math.max(WORD_SEARCH.commonAtLeast, chunks * WORD_SEARCH.commonShare)
  const list = passing?.list
  const groups = tellingWords(words, frequencies, common, list ? WORD_SEARCH.postingsFiltered : WORD_SEARCH.postings)
  const tells = new Map<number, number>()
  // To hold words against the list of a persona that has nearly everything takes longest, and says nothing where it has all.
  const within = passing || chunks < tables.personas.totals().chunks ? scopes : null
  const wanted = groups.map((group) => group.map(({ word }) => word))
  for (const [at, ids] of tables.chunks.having(wanted, within, WORD_SEARCH.postings, list?.chunks).entries()) {
    const weight = groups[at]!.reduce((sum, { times }) => sum + Math.log(1 + chunks / times), 0)
    for (const id of ids) tells.set(id, (tells.get(id) ?? 0) + weight)
  }
  const best = [...tells].sort(([a, tellsA], [b, tellsB]) => tellsB - tellsA || b - a).map(([id]) => id)
  const most = CANDIDATES.bestByWords(k)
  if (!passing || list) return best.slice(0, most)
  const found: number[] = []
  for (let from = 0; from < best.length && found.length < most; from += 2 * most)
    found.push(...passing.chunks(best.slice(from, from + 2 * most)))
  return found.slice(0, most)
}

interface TellingWord {
  readonly word: string
  readonly times: number
}

/** What to search for: chunks that have all words of one of these. */
function tellingWords(
  words: readonly string[],
  frequencies: readonly number[],
  common: number,
  most: number,
): TellingWord[][] {
  const telling = words
    .map((word, at) => ({ word, times: frequencies[at]! }))
    .filter(({ times }) => times > 0 && times <= common)
    .sort((a, b) => a.times - b.times)
  let postings = 0
  const alone = telling.filter(({ times }) => {
    postings += times
    return postings <= most
  })
  const next = telling.slice(alone.length, alone.length + WORD_SEARCH.pairedWords)
  const pairs = next.flatMap((word, at) =>
    word.times > WORD_SEARCH.postingsPaired ? [] : next.slice(at + 1).map((other) => [word, other]),
  )
  const wanted = [...alone.map((word) => [word]), ...pairs]
  return wanted.length > 0 ? wanted : telling.slice(0, 1).map((word) => [word])
}

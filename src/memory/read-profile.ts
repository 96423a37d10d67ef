import { entityKey } from '../domain/entity/entity-name.ts'
import { factsIn, type MemoryId, toFactId } from '../domain/memory-id.ts'
import { wordsOf } from '../domain/ranking/words.ts'
import { lastingKind, lastingKinds, lastingSlots } from '../domain/statement/lasting.ts'
import { isPassedOn } from '../domain/statement/passed-on.ts'
import { relationById } from '../domain/statement/relations.ts'
import { SOURCES, sourcesOf } from '../domain/statement/source.ts'
import type { KnownFact, MemoryRecords, Profile } from '../ports/memory-records.ts'
import { isNameOfSeveral, mayHaveEnded, mayHaveReplaced, readChunk, wordsOfEnding } from './may-have-ended.ts'
import { type CountedEntity, MOST_PICKED, type Personas, type RecordReader } from './record-reader.ts'
import type { MemoryRecord, StoredFact } from './records.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import { saidNames } from './said-names.ts'
import { isInvalidated } from './state-changes.ts'

/** Facts of lasting things that are looked at, newest first; other facts; texts; and of texts that may end something, a word. */
const MOST_LASTING = 400
const MOST_RECENT = 80
const MOST_TEXTS = 60
const MOST_ENDING = 50
const MOST_ENDING_IN_ALL = 300

/** The user is there before anything is known. */
export const noProfile = (entity: string | null): Profile => ({
  entity: entity === null ? { name: 'user', kind: 'user', aliases: [] } : null,
  ...{ others: [], stable: [], recent: [], texts: [] },
})

interface Parts {
  /** Keys of the entities that go by the name; `asSaid`: that facts of these personas call so. */
  readonly named: (name: string, personas: Personas, asSaid: boolean) => Promise<readonly string[]>
  readonly describeFacts: (facts: readonly StoredFact[], personas: Personas, asSaid: boolean) => Promise<KnownFact[]>
  readonly textOf: (records: readonly MemoryRecord[]) => Promise<ReadonlyMap<number, string>>
}

/** What is known of somebody or something, from what a store can look up. */
export function readProfile(reader: RecordReader, { named, describeFacts, textOf }: Parts) {
  return async ({
    entity,
    personas,
    asSaid = false,
  }: Parameters<MemoryRecords['profile']>[1]): ReturnType<MemoryRecords['profile']> => {
    const { chosen, others } = await meant(entity ?? 'user', personas, asSaid)
    if (!chosen && entity !== null) return { ...noProfile(entity), others }
    const key = chosen?.key ?? 'user'
    const [lasting, newest] = await Promise.all([
      reader.lastingFacts({ subject: key, slots: lastingSlots(), personas, limit: MOST_LASTING }),
      reader.factPage({ before: null, limit: MOST_RECENT, personas, entities: [key] }),
    ])
    const facts = [...new Map([...lasting, ...newest].map((fact) => [fact.id, fact])).values()].filter(
      ({ members }) => members === 0,
    )
    const superseded = resolveConflicts(facts, await reader.rivals(facts, personas))
    const passedOn = await passedOnAmong(facts)
    const current = facts.filter(({ id, memory }) => !superseded.has(id) && !passedOn.has(memory))
    const candidates = current.filter((fact) => lastingKind(fact) !== null)
    const ended = await endedAmong(candidates, personas)
    const stable = inOrder(onceEach(candidates.filter((fact) => isWellSourced(fact) && !ended.has(fact.id))))
    const shown = new Set(stable.map(({ id }) => id))
    const recent = onceEach(current.filter(({ id }) => !shown.has(id) && !ended.has(id)).sort(newestFirst), stable)
    const texts = await textsOf(key, chosen, personas)
    const [stableFacts, recentFacts] = await Promise.all([
      describeFacts(stable, personas, asSaid),
      describeFacts(recent, personas, asSaid),
    ])
    const at = new Map<MemoryId, number>(stable.map(({ id }, place) => [toFactId(id), place]))
    return {
      entity: { name: chosen?.name ?? 'user', kind: chosen?.kind ?? 'user', aliases: aliasesOf(chosen) },
      others,
      stable: stableFacts.sort((a, b) => at.get(a.id)! - at.get(b.id)!),
      recent: recentFacts.sort((a, b) => b.statedAt - a.statedAt),
      texts,
    }
  }

  /** The entity of just that name, else of those that go by it the one in the most facts. Two of one name are never told as one. */
  async function meant(
    name: string,
    personas: Personas,
    asSaid: boolean,
  ): Promise<{ chosen: CountedEntity | null; others: string[] }> {
    const keys = await named(name, personas, asSaid)
    const known = await reader.entities(keys, asSaid ? personas : null)
    const shown = asSaid ? (await saidOf(keys, personas)).shown : (one: CountedEntity) => one
    const found = known.map(shown).sort((a, b) => b.facts - a.facts)
    const chosen = found.find(({ key }) => key === entityKey(name)) ?? found[0] ?? null
    return { chosen, others: found.filter((one) => one !== chosen).map((one) => one.name) }
  }

  async function saidOf(keys: readonly string[], personas: Personas) {
    const page = { before: null, limit: MOST_PICKED, personas, entities: keys }
    return saidNames(keys.length === 0 ? [] : await reader.factPage(page))
  }

  /** Records in which another may be meant by "I": what they say of the user is not taken for his. */
  async function passedOnAmong(facts: readonly StoredFact[]): Promise<ReadonlySet<number>> {
    const ofUser = facts.filter(({ subject, object }) => subject === 'user' || object === 'user')
    const records = await reader.recordsById([...new Set(ofUser.map(({ memory }) => memory))])
    const texts = await textOf(records)
    return new Set([...texts].flatMap(([id, text]) => (isPassedOn(text) ? id : [])))
  }

  async function endedAmong(facts: readonly StoredFact[], personas: Personas): Promise<ReadonlySet<number>> {
    const words = wordsOfEnding(facts)
    if (words.length === 0) return new Set()
    const having = [...(await reader.havingAny(words, MOST_ENDING))].sort((a, b) => b - a).slice(0, MOST_ENDING_IN_ALL)
    const chunks = await reader.chunks([...new Set([...having, ...facts.map(({ chunk }) => chunk)])])
    const chunkOf = new Map(chunks.map((chunk) => [chunk.id, chunk]))
    const later = chunks
      .filter(({ persona, text }) => (personas === null || personas.includes(persona)) && !isPassedOn(text))
      .map(readChunk)
    const ended = facts.filter(
      (fact) =>
        isNameOfSeveral(fact, chunkOf.get(fact.chunk)) ||
        later.some((chunk) => mayHaveEnded(fact, chunk)) ||
        facts.some((newer) => mayHaveReplaced(fact, newer, chunkOf.get(newer.chunk))),
    )
    return new Set(ended.map(({ id }) => id))
  }

  /** The newest texts of which no fact was made: the user's own, or those that name the entity. */
  async function textsOf(
    key: string,
    entity: CountedEntity | null,
    personas: Personas,
  ): Promise<Profile['texts'][number][]> {
    const none = { sessionId: null, since: null, until: null, metadata: [] }
    const ofUser = key === 'user'
    const among = ofUser ? null : await naming(entity?.name ?? key)
    const source = ofUser ? 'user' : null
    const records = await reader.records({ ...none, personas, source, before: null, limit: MOST_TEXTS, among })
    const factless = records.filter(
      (record) => !isInvalidated(record) && factsIn(record.stated.map(({ target }) => target)).length === 0,
    )
    const texts = await textOf(factless)
    return onceEachText(
      factless.flatMap(({ id, occurredAt, source: rank }) => {
        const text = texts.get(id) ?? ''
        return isQuestion(text) || text.trim() === '' ? [] : { id, text, occurredAt, source: SOURCES[rank]! }
      }),
    )
  }

  async function naming(name: string): Promise<number[]> {
    const chunks = await reader.chunks(await reader.having([...new Set(wordsOf(name))], MOST_TEXTS))
    return chunks.map(({ memory }) => memory)
  }
}

const aliasesOf = (entity: CountedEntity | null): string[] =>
  (entity?.aliases ?? []).flatMap(({ name, apart }) => (apart ? [] : name))

/** Said by the user, or by more sources than one. */
const isWellSourced = ({ source, statedBy }: StoredFact): boolean =>
  source === 0 || new Set(sourcesOf({ source: SOURCES[source]!, statedBy })).size > 1

const newestFirst = (a: StoredFact, b: StoredFact): number => b.statedAt - a.statedAt || b.id - a.id

/** By kinds, and in a kind the newest first. */
function inOrder(facts: readonly StoredFact[]): StoredFact[] {
  const place = (fact: StoredFact) => lastingKinds().indexOf(lastingKind(fact)!)
  return [...facts].sort((a, b) => place(a) - place(b) || newestFirst(a, b))
}

/**
 * What is said twice is told once: the same in other words, the same value in the same place, "Ana" beside "Ana Silva", and of what there
 * is one at a time the newest. `told` was told before.
 */
function onceEach(facts: readonly StoredFact[], told: readonly StoredFact[] = []): StoredFact[] {
  const kept: StoredFact[] = []
  const keys = new Set(told.map(sayingOf))
  for (const fact of [...facts].sort(newestFirst)) {
    const key = sayingOf(fact)
    if (keys.has(key) || [...told, ...kept].some((other) => saysSame(other, fact))) continue
    keys.add(key)
    kept.push(fact)
  }
  return kept
}

const sayingOf = ({ text }: StoredFact): string => wordsOf(text).join(' ')

function saysSame(newer: StoredFact, older: StoredFact): boolean {
  if (newer.subject !== older.subject || newer.aspect !== older.aspect || newer.denies !== older.denies) return false
  const [kind, other] = [lastingKind(newer), lastingKind(older)]
  if (kind && kind === other) {
    if (kind.one) return true
    if (relationById(newer.predicate)?.valued === 'single' && newer.predicate === older.predicate) return true
  }
  const isName = (one: StoredFact) => one.predicate === 'name' || one.predicate === 'is_a'
  if (newer.predicate !== older.predicate && !(isName(newer) && isName(older))) return false
  const [a, b] = [new Set(wordsOf(newer.value)), new Set(wordsOf(older.value))]
  const common = [...a].filter((word) => b.has(word)).length
  return common === Math.min(a.size, b.size)
}

/** What only asks tells nothing. */
const isQuestion = (text: string): boolean => !/[.!\n]\s+\S/.test(text.trim()) && /\?[\s"')?!]*$/.test(text)

const ALIKE = 0.8

function onceEachText<T extends { readonly text: string }>(texts: readonly T[]): T[] {
  const kept: { readonly one: T; readonly words: ReadonlySet<string> }[] = []
  for (const one of texts) {
    const words = new Set(wordsOf(one.text))
    const isKnown = kept.some((other) => {
      const common = [...words].filter((word) => other.words.has(word)).length
      return common >= ALIKE * Math.max(words.size, other.words.size)
    })
    if (!isKnown) kept.push({ one, words })
  }
  return kept.map(({ one }) => one)
}

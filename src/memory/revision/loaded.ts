import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { saidSides } from '../../domain/statement/said-sides.ts'
import type { MemoryRecord, StatedTarget, StoredFact } from '../records.ts'
import { type Looking, look, type PlacedChunk } from './look.ts'

const isOld = ({ target, chunk }: StatedTarget): boolean => target.startsWith('f') && chunk === undefined

/** What was looked up so far: each row is read once, however many rules ask for it. */
export function createLoaded() {
  const records = new Map<number, MemoryRecord>()
  const chunks = new Map<number, PlacedChunk>()
  const facts = new Map<number, StoredFact>()
  const evidence = new Map<MemoryId, number[]>()
  const missing = <Key>(keys: Iterable<Key>, known: ReadonlyMap<Key, unknown>): Key[] => [
    ...new Set([...keys].filter((key) => !known.has(key))),
  ]

  function* loadChunks(ids: Iterable<number>): Looking<void> {
    for (const chunk of yield* look('chunks', missing(ids, chunks))) chunks.set(chunk.id, chunk)
  }
  function* loadFacts(ids: Iterable<number>): Looking<void> {
    for (const fact of yield* look('facts', missing(ids, facts))) facts.set(fact.id, fact)
  }
  function* loadRecords(ids: Iterable<number>): Looking<void> {
    const wanted = missing(ids, records).filter((id) => id > 0)
    const found = yield* look('records', wanted)
    const old = found.filter(({ stated }) => stated.some(isOld))
    if (old.length > 0) yield* loadStatedIn(old)
    for (const record of found) records.set(record.id, record.stated.some(isOld) ? yield* completed(record) : record)
  }

  function* loadStatedIn(old: readonly MemoryRecord[]): Looking<void> {
    const targets = old.flatMap(({ stated }) => stated.map(({ target }) => target))
    yield* loadChunks(chunksIn(targets))
    yield* loadFacts(factsIn(targets))
  }

  /** A record of before: what it does not have is taken from what it states. */
  function* completed(record: MemoryRecord): Looking<MemoryRecord> {
    const own = chunksIn(record.stated.map(({ target }) => target)).flatMap((id) => chunks.get(id) ?? [])
    const known = factsIn(record.stated.map(({ target }) => target)).flatMap((id) => facts.get(id) ?? [])
    const entities = yield* look('entities', [...new Set(known.flatMap(({ subject, object }) => [subject, object]))])
    const kindOf = new Map(entities.map(({ key, kind }) => [key, kind]))
    const stated = record.stated.map((told): StatedTarget => {
      const fact = isOld(told) ? facts.get(Number(told.target.slice(1))) : undefined
      if (!fact) return told
      const through = own.filter(({ facts: list }) => list.includes(fact.id))
      const chunk = through.find(({ memory }) => memory === record.id) ?? through[0]
      if (chunk && chunk.memory !== record.id) return { ...told, chunk: chunk.id }
      const [subject, object] = saidSides(fact)
      return {
        ...told,
        ...{ chunk: chunk?.id ?? fact.chunk, text: fact.text, relation: fact.relation, value: fact.value },
        ...{ subject: told.subject ?? subject ?? fact.subject, object: told.object ?? object ?? fact.object },
        subjectKind: kindOf.get(fact.subject) ?? 'thing',
        objectKind: fact.leaf ? 'value' : (kindOf.get(fact.object) ?? 'thing'),
        ...(fact.denies && { denies: true }),
        ...(fact.date && { date: fact.date }),
      }
    })
    return { ...record, stated }
  }

  const firstOf = (target: MemoryId): number =>
    (target.startsWith('c')
      ? chunks.get(Number(target.slice(1)))?.memory
      : facts.get(Number(target.slice(1)))?.memory) ?? 0
  const tellersOf = (target: MemoryId): number[] =>
    [...new Set([firstOf(target), ...(evidence.get(target) ?? [])])].filter((id) => id > 0).sort((a, b) => a - b)

  return {
    ...{ records, chunks, facts, loadChunks, loadFacts, loadRecords, tellersOf },
    evidenceOf: (target: MemoryId): readonly number[] => evidence.get(target) ?? [],
    keepChunks: (found: readonly PlacedChunk[]): void => {
      for (const chunk of found) if (!chunks.has(chunk.id)) chunks.set(chunk.id, chunk)
    },
    keepFacts: (found: readonly StoredFact[]): void => {
      for (const fact of found) if (!facts.has(fact.id)) facts.set(fact.id, fact)
    },
    /** Whoever tells these, the first of them too. */
    *loadTellers(of: { readonly chunks?: Iterable<number>; readonly facts?: Iterable<number> }): Looking<void> {
      yield* loadChunks(of.chunks ?? [])
      yield* loadFacts(of.facts ?? [])
      const targets = [...[...(of.chunks ?? [])].map(toChunkId), ...[...(of.facts ?? [])].map(toFactId)]
      const unknown = missing(targets, evidence)
      for (const target of unknown) evidence.set(target, [])
      for (const { target, memory } of yield* look('evidence', unknown)) evidence.get(target)!.push(memory)
      yield* loadRecords(targets.flatMap(tellersOf))
    },
  }
}

export type Loaded = ReturnType<typeof createLoaded>

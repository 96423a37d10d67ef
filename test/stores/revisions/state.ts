import { chunkKey } from '../../../src/adapters/cloud-store/chunk-key.ts'
import { saidAtIn } from '../../../src/adapters/cloud-store/stated.ts'
import type { VectorStore } from '../../../src/adapters/cloud-store/vector-store.ts'
import { levelOf } from '../../../src/domain/lifecycle/strength.ts'
import { SOURCES } from '../../../src/domain/statement/source.ts'
import { dumpGraph } from './graph-dump.ts'

// biome-ignore lint/suspicious/noExplicitAny: properties as the graph has them
type Row = Record<string, any>

const PER_RECORD = 1024 * 1024
const second = (at: number) => Math.floor(at / 1000)
const byJson = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** What was kept outside of retrieval knows confidence by its level. */
const statedAs = (json: string) => {
  const { facts, ...rest } = JSON.parse(json) as Row
  return { ...rest, facts: facts.map((fact: Row) => ({ ...fact, confidence: levelOf(fact.confidence) })) }
}

/** All that both stores know of a namespace, with names in the place of numbers: `of` tells which text a record is of. */
export async function stateOf(vectors: VectorStore, ns: string, of: ReadonlyMap<number, string>) {
  const dump = await dumpGraph(ns)
  const nodes = (label: string): Row[] => [...(dump.nodes.get(label) ?? [])]
  const record = (id: number) => of.get(id) ?? `unknown ${id}`
  const sessions = new Map(nodes('Session').map(({ id, name }) => [id, name]))
  const chunkName = new Map(nodes('Chunk').map((c) => [c.id, `${record(c.memory)} ${c.start} ${c.text}`]))
  const chunkNamed = (id: number) => chunkName.get(id) ?? `gone ${id}`
  const factName = new Map(
    dump.facts.map((f: Row) => [
      f.id,
      [f.persona, f.subject, f.predicate, f.negated, f.aspect, f.slot, f.object].join(' | '),
    ]),
  )
  const factNamed = (id: number) => factName.get(id) ?? `gone ${id}`
  const keyNamed = new Map(dump.facts.map((f: Row) => [f.key, factNamed(f.id)]))
  const target = (name: string) =>
    name.startsWith('c') ? chunkNamed(Number(name.slice(1))) : factNamed(Number(name.slice(1)))
  const told = (text: string) => {
    const [to, ...known] = text.split(' ')
    const { chunk, level, subject, object, ...rest } = JSON.parse(known.join(' ') || '{}') as Row
    return {
      to: target(to!),
      ...(chunk !== undefined && { chunk: chunkNamed(chunk) }),
      ...(rest.text !== undefined && { level, subject, object }),
      ...rest,
    }
  }
  const sources = new Map(nodes('Memory').map(({ id, source }) => [id, SOURCES[source]!]))
  const keys = new Map<number, string>()
  for (const { id, persona, memory, speaker = null, text, stated } of nodes('Chunk'))
    keys.set(id, await chunkKey(ns, { persona, speaker, source: sources.get(memory)! }, saidAtIn(stated)!, text)) // biome-ignore format: one line
  const points = await vectors.in(ns).page(0, 1_000)
  return {
    chunks: nodes('Chunk')
      .map((c) => ({
        ...{ name: chunkNamed(c.id), persona: c.persona, statement: c.statement, source: c.source },
        isKeyOfContent: c.key === keys.get(c.id),
        ...{ level: c.level, created: c.createdAt, stated: second(c.statedAt), speaker: c.speaker },
        session: c.session === undefined ? null : sessions.get(c.session),
        ...{ metadata: c.metadata, words: c.words, terms: [...(c.terms as string[])].sort(), statedBy: c.statedBy },
        facts: (c.facts as string[]).map((key) => keyNamed.get(key)),
        vectors: (c.vectors as string[]).map((vector) => vector.slice(0, 24)),
        ...{ as: statedAs(c.stated), pending: c.pending, doomed: c.doomed },
      }))
      .sort(byJson),
    points: points
      .map(({ id, key, persona, record: own }) => ({
        ...{
          chunk: chunkNamed(id),
          persona,
          text: own.text,
          stated: statedAs(own.stated as string),
          isOfChunk: key === keys.get(id),
        },
      }))
      .sort(byJson),
    facts: dump.facts
      .map((f: Row) => ({
        ...{ name: factNamed(f.id), key: f.key, place: f.place, text: f.text, relation: f.relation, value: f.value },
        ...{ date: f.date, denies: f.denies, leaf: f.leaf, source: f.source, level: f.level, created: f.createdAt },
        ...{ stated: second(f.statedAt), metadata: f.metadata, memory: record(f.memory), statedBy: f.statedBy },
        latest: `${record(Math.floor(f.latest / PER_RECORD))} ${f.latest % PER_RECORD}`,
        ...{ chunk: chunkNamed(f.chunk), vector: (f.vector as number[]).slice(0, 6).map((value) => value.toFixed(4)) },
      }))
      .sort(byJson),
    entities: nodes('Entity')
      .map(({ key, name, kind, aliases }) => ({ key, name, kind, aliases: JSON.parse(aliases).sort(byJson) }))
      .sort(byJson),
    names: [...dump.names].sort(),
    nameNodes: nodes('Name')
      .map(({ name }) => name as string)
      .sort(),
    counts: nodes('Namespace').map(({ chunks, facts }) => ({ chunks, facts })),
    personas: nodes('Persona')
      .map(({ name, chunks, words }) => ({ name, chunks, words }))
      .sort(byJson),
    speakers: nodes('Speaker')
      .map(({ persona, name, chunks }) => ({ persona, name, chunks }))
      .sort(byJson),
    terms: nodes('Term')
      .map(({ word, chunks }) => `${word} ${chunks}`)
      .sort(),
    sessions: nodes('Session')
      .map(({ name, persona }) => `${name} ${persona}`)
      .sort(),
    memories: nodes('Memory')
      .sort((a, b) => a.id - b.id)
      .map((m) => ({
        ...{ record: record(m.id), persona: m.persona, source: m.source, level: m.level, session: m.session },
        ...{
          speaker: m.speaker,
          metadata: m.metadata,
          text: m.text,
          occurred: m.occurredAt,
          offset: m.offsetMs,
          created: m.createdAt,
        },
        ...{ stated: second(m.statedAt), tells: (m.stated as string[]).map(told) },
      })),
    evidence: nodes('Evidence')
      .map((e) => `${target(e.target)} <- ${record(e.memory)}`)
      .sort(),
    pairs: nodes('MetadataPair')
      .map(({ pair, memory }) => `${pair} ${record(memory)}`)
      .sort(),
  }
}

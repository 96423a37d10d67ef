import type { EntityRecord } from '../../../memory/records.ts'
import type { Look, PlacedChunk, RevisionLooks } from '../../../memory/revision/look.ts'
import { mayBeLookedUpBy } from '../../../memory/revision/looked-up-by.ts'
import type { ChunkRecord, FactRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { loadFacts } from './fact-fields.ts'
import { factsByIds } from './facts-around.ts'
import { evidenceOf } from './filter.ts'
import { loadChunks, standing } from './known.ts'
import { recordsByIds } from './record-reader.ts'

type Looks = {
  readonly [Kind in keyof RevisionLooks]: (
    wanted: Parameters<RevisionLooks[Kind]>[0],
  ) => Promise<ReturnType<RevisionLooks[Kind]>>
}

type EntityRow = Omit<EntityRecord, 'aliases'> & { readonly aliases: string }

const ENTITY = 'e.key AS key, e.name AS name, e.kind AS kind, e.aliases AS aliases'
const toEntity = (row: EntityRow): EntityRecord => ({ ...row, aliases: JSON.parse(row.aliases) })

/** Answers what the rules of a revision ask, inside its transaction. Chunks know their facts by key, the rules by number: both are kept. */
export function createRevisionLooks(tx: Transaction, ns: string) {
  const keys = new Map<number, string>()
  const stored = new Map<number, ChunkRecord>()
  const keep = (facts: readonly FactRecord[]): readonly FactRecord[] => {
    for (const { id, key } of facts) keys.set(id, key)
    return facts
  }

  async function placed(chunks: readonly ChunkRecord[]): Promise<PlacedChunk[]> {
    const wanted = [...new Set(chunks.flatMap(({ facts }) => facts))]
    const found =
      wanted.length === 0
        ? []
        : await tx.run<Pick<FactRecord, 'id' | 'key'>>(
            'UNWIND $given.wanted AS key MATCH ()-[r:FACT { namespace: $ns, key: key }]->() RETURN r.id AS id, key',
            { ns, wanted },
          )
    for (const { id, key } of found) keys.set(id, key)
    const ids = new Map(found.map(({ id, key }) => [key, id]))
    for (const chunk of chunks) stored.set(chunk.id, chunk)
    return chunks.map((chunk) => ({ ...chunk, facts: chunk.facts.flatMap((key) => ids.get(key) ?? []) }))
  }

  const looks: Looks = {
    records: (ids) => recordsByIds(tx, ns, ids),
    chunks: async (ids) =>
      placed(
        await loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', {
          ns,
          ids,
        }),
      ),
    saying: async (statements) =>
      placed(
        await loadChunks(
          tx,
          `UNWIND $given.statements AS s
           MATCH (c:Chunk { namespace: $ns, persona: s.persona, statement: s.statement }) WHERE c.doomed IS NULL`,
          { ns, statements },
          'ORDER BY chunk.id',
        ),
      ),
    evidence: (targets) => evidenceOf(tx, ns, targets),
    facts: async (ids) => keep(await factsByIds(tx, ns, ids)),
    standing: async (places) => keep(await standing(tx, ns, places)),
    touching: async (entities) =>
      keep(
        await loadFacts(
          tx,
          'MATCH (e:Entity { namespace: $ns })-[r:FACT]-() WHERE e.key IN $given.entities AND r.members = 0 WITH DISTINCT r',
          { ns, entities },
          'ORDER BY fact.id',
        ),
      ),
    metBefore: async ({ met, besides }) => {
      const rows = await tx.run<{ at: number }>(
        `UNWIND $given.asked AS asked MATCH (e:Entity { namespace: $ns, key: asked.key })
         WHERE EXISTS { (e)-[r:FACT]-() WHERE (startNode(r) = e OR NOT r.leaf) AND r.memory > 0 AND r.memory < asked.before
           AND NOT r.memory IN $given.besides }
         RETURN asked.at AS at`,
        { ns, besides, asked: met.map((one, at) => ({ ...one, at })) },
      )
      return rows.map(({ at }) => met[at]!)
    },
    entities: async (wanted) =>
      (
        await tx.run<EntityRow>(
          `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.wanted RETURN ${ENTITY} ORDER BY key`,
          { ns, wanted },
        )
      ).map(toEntity),
    named: async (names) => {
      const [named, calledLike] = await Promise.all([
        tx.run<{ key: string }>(
          `MATCH (n:Name { namespace: $ns })-[:MEANS]->(e:Entity { namespace: $ns }) WHERE n.name IN $given.names RETURN e.key AS key
           UNION MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.names RETURN e.key AS key`,
          { ns, names },
        ),
        // Those that are not found by all parts of their names: this looks at every entity.
        tx.run<EntityRow>(
          `MATCH (e:Entity { namespace: $ns }) WHERE e.key IS NOT NULL AND (e.kind = 'value' OR e.aliases <> '[]')
             AND (e.key =~ '(?s).*[^ -~].*' OR e.aliases =~ '(?s).*[^ -~].*'
               OR any(word IN $given.words WHERE e.key CONTAINS word OR toLower(e.aliases) CONTAINS word))
           RETURN ${ENTITY}`,
          { ns, words: [...new Set(names.flatMap((name) => name.split(' ')))] },
        ),
      ])
      const wanted = new Set(names)
      const called = calledLike.map(toEntity).filter((entity) => mayBeLookedUpBy(entity, wanted))
      return [...new Set([...named, ...called].map(({ key }) => key))]
    },
  }

  return {
    looks,
    answer: ({ kind, wanted }: Look): Promise<unknown> =>
      (looks[kind] as (wanted: unknown) => Promise<unknown>)(wanted),
    /** By the number of the fact, of all that were looked at. */
    keys,
    /** As they are stored, of all that were looked at. */
    stored,
  }
}

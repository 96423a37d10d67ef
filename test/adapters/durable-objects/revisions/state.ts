import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { StatedTarget, StoredFact } from '../../../../src/memory/records.ts'
import { resolveConflicts } from '../../../../src/memory/resolve-conflicts.ts'

type Row = Record<string, SqlStorageValue>

const PER_RECORD = 1024 * 1024

/** All that a vault knows, with names in the place of numbers: `of` tells which text a record is of. */
export function stateOf(namespace: string, of: ReadonlyMap<number, string>) {
  return runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
    const all = (table: string, order = 'id') => sql.exec<Row>(`SELECT * FROM ${table} ORDER BY ${order}`).toArray()
    const list = <T>(value: SqlStorageValue): T[] => JSON.parse(value as string) as T[]
    const second = (at: SqlStorageValue) => Math.floor((at as number) / 1000)
    const record = (id: SqlStorageValue) => of.get(id as number) ?? `unknown ${id}`
    const personas = new Map(all('personas').map((row) => [row.id, row]))
    const persona = (id: SqlStorageValue) => personas.get(id as number)?.name ?? `unknown ${id}`
    /** One that has nothing stays for as long as an old version names it. */
    const inVersions = new Set(all('versions', 'memory').map((row) => row.persona))
    const isSeen = ({ id, chunks, facts }: Row) => chunks !== 0 || facts !== 0 || !inVersions.has(id!)
    const sessions = new Map(all('sessions').map((row) => [row.id, row.name]))
    const vectors = new Map(all('vectors').map((row) => [row.id, row]))
    const bytes = (id: SqlStorageValue) => {
      const row = vectors.get(id)
      return row ? [...new Uint8Array(row.data as ArrayBuffer)].slice(0, 12).join() : 'none'
    }
    const chunkRows = all('chunks')
    const chunkName = new Map(chunkRows.map((row) => [row.id, `${record(row.memory!)} ${row.start} ${row.text}`]))
    const factRows = all('facts')
    const factName = new Map(
      factRows.map((row) => [
        row.id,
        [persona(row.persona!), row.subject, row.predicate, row.negated, row.aspect, row.slot, row.object].join(' | '),
      ]),
    )
    const named = (id: SqlStorageValue) => factName.get(id) ?? `gone ${id}`
    const chunkNamed = (id: SqlStorageValue) => chunkName.get(id) ?? `gone ${id}`
    const target = (name: string) =>
      name.startsWith('c') ? chunkNamed(Number(name.slice(1))) : named(Number(name.slice(1)))
    const superseded = resolveConflicts(
      factRows.map(
        (row) =>
          ({
            ...row,
            subject: `${persona(row.persona!)} ${row.subject}`,
            denies: row.denies === 1,
            statedAt: row.stated_at,
          }) as unknown as StoredFact,
      ),
    )
    const told = ({ target: to, chunk, level, subject, object, ...rest }: StatedTarget) => ({
      to: target(to),
      ...(chunk !== undefined && { chunk: chunkNamed(chunk) }),
      ...(rest.text !== undefined && { level, subject, object }),
      ...rest,
    })
    return {
      chunks: chunkRows
        .map((row) => ({
          ...{ name: chunkNamed(row.id!), persona: persona(row.persona!), statement: row.statement },
          ...{ source: row.source, level: row.level, created: row.created_at, stated: second(row.stated_at!) },
          ...{ session: row.session === null ? null : sessions.get(row.session), speaker: row.speaker },
          ...{ metadata: row.metadata, words: row.words, statedBy: row.stated_by },
          facts: list<number>(row.facts!).map(named),
          vectors: list<number>(row.vectors!).map((id) => [
            bytes(id),
            list<number>(vectors.get(id)?.facts ?? '[]')
              .map(named)
              .sort(),
          ]),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      vectors: vectors.size,
      facts: factRows
        .map((row) => ({
          ...{ name: named(row.id!), text: row.text, relation: row.relation, value: row.value, denies: row.denies },
          ...{ date: row.date, leaf: row.leaf, source: row.source, level: row.level, created: row.created_at },
          stated: second(row.stated_at!),
          latest: `${record(Math.floor((row.latest as number) / PER_RECORD))} ${(row.latest as number) % PER_RECORD}`,
          ...{ chunk: chunkNamed(row.chunk!), metadata: row.metadata, memory: record(row.memory!) },
          ...{ statedBy: row.stated_by, vector: bytes(row.vector!) },
          supersededBy: named(superseded.get(row.id as number) ?? 0),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      entities: all('entities', 'key').map(({ key, name, kind, aliases, uses }) => ({
        ...{ key, name, kind },
        aliases: list<{ name: string }>(aliases!).sort((a, b) => (a.name < b.name ? -1 : 1)),
        uses: Object.entries(JSON.parse(uses as string))
          .map(([id, n]) => `${persona(Number(id))} ${n}`)
          .sort(),
      })),
      names: all('names', 'name, entity'),
      personas: [...personas.values()]
        .filter(isSeen)
        .map(({ name, chunks, facts, entities, words, speakers }) => {
          const counted = Object.entries(JSON.parse(speakers as string)).sort()
          return { name, chunks, facts, entities, words, speakers: counted }
        })
        .sort((a, b) => (a.name! < b.name! ? -1 : 1)),
      sessions: all('sessions')
        .map(({ name, persona: of_ }) => `${name} ${persona(of_!)}`)
        .sort(),
      words: sql.exec('SELECT term, doc, cnt FROM vocabulary WHERE col = ? ORDER BY term', 'text').toArray(),
      memories: all('memories').map((row) => ({
        ...{ record: record(row.id!), persona: persona(row.persona!), source: row.source, level: row.level },
        ...{ session: row.session, speaker: row.speaker, metadata: row.metadata, occurred: row.occurred_at },
        ...{ offset: row.offset_ms, created: row.created_at, stated: second(row.stated_at!) },
        tells: list<StatedTarget>(row.stated!).map(told),
      })),
      evidence: all('evidence', 'target, memory')
        .map((row) => `${target(row.target as string)} <- ${record(row.memory!)}`)
        .sort(),
      pairs: all('metadata_pairs', 'pair, memory')
        .map((row) => `${row.pair} ${record(row.memory!)}`)
        .sort(),
      entityCount: sql.exec("SELECT value FROM meta WHERE key = 'entities'").toArray()[0]?.value ?? 0,
    }
  })
}

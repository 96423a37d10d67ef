import { slotRange } from '../../../domain/statement/slot.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { slotKey } from '../../../memory/records.ts'
import { TRAVERSAL } from '../../../memory/traverse.ts'
import type { Transaction } from './connection.ts'
import { touching } from './facts-around.ts'
import { inSight } from './in-sight.ts'
import type { Operation } from './operation.ts'

/** What scoring has to know of all that is in sight. An index of several properties is only used where all are named: `IS NOT NULL` does that. The document frequencies are the namespace's own, kept here as terms. */
export const orient: Operation<'orient'> = async (tx, ns, { personas, words, roles = [] }) => {
  const [[state], [counts], speakers, terms, [sessions], inRole] = await Promise.all([
    tx.run<{ embedder: string | null; chunks: number; erased: boolean; unreset: string[] }>(
      `MATCH (n:Namespace { id: $ns })
       RETURN n.embedder AS embedder, n.chunks AS chunks, n.erasedAt IS NOT NULL AS erased, coalesce(n.unreset, []) AS unreset`,
      { ns },
    ),
    tx.run<{ chunks: number; words: number }>(
      `MATCH (p:Persona { namespace: $ns }) WHERE p.name IS NOT NULL AND ($given.personas IS NULL OR p.name IN $given.personas)
       RETURN coalesce(sum(p.chunks), 0) AS chunks, coalesce(sum(p.words), 0) AS words`,
      { ns, personas },
    ),
    tx.run<{ name: string }>(
      `MATCH (s:Speaker { namespace: $ns }) WHERE s.persona IS NOT NULL AND s.name IS NOT NULL AND ${inSight('s')}
       RETURN s.name AS name, sum(s.chunks) AS chunks ORDER BY chunks DESC, name LIMIT toInteger($limit)`,
      { ns, personas, limit: CANDIDATES.speakers },
    ),
    tx.run<{ word: string; chunks: number }>(
      'MATCH (t:Term { namespace: $ns }) WHERE t.word IN $given.words RETURN t.word AS word, t.chunks AS chunks',
      { ns, words },
    ),
    tx.run<{ sessions: number }>(
      `MATCH (s:Session { namespace: $ns }) WHERE s.name IS NOT NULL AND ${inSight('s')} WITH s LIMIT toInteger($limit) RETURN count(s) AS sessions`,
      { ns, personas, limit: CANDIDATES.sessionsThatMatter },
    ),
    chunksInRole(tx, ns, personas, roles),
  ])
  const found = new Map(terms.map(({ word, chunks }) => [word, chunks]))
  return {
    embedder: state?.embedder ?? null,
    erased: state?.erased ?? false,
    chunks: state?.chunks ?? 0,
    inSight: { ...counts!, speakers: speakers.map(({ name }) => name) },
    frequencies: words.map((word) => found.get(word) ?? 0),
    sessions: sessions?.sessions ?? 0,
    inRole,
    unreset: state?.unreset ?? [],
  }
}

const USER = 'user'

/** The chunks that say who has one of the roles, and what is said of them. */
async function chunksInRole(
  tx: Transaction,
  ns: string,
  personas: readonly string[] | null,
  roles: readonly string[],
): Promise<number[]> {
  if (roles.length === 0) return []
  const places = roles.map((role) => slotRange(role).map((slot) => slotKey({ subject: USER, slot })))
  const newest = await tx.run<{ chunk: number; person: string; denies: boolean }>(
    `UNWIND $given.places AS place MATCH ()-[r:FACT]->(e:Entity)
     WHERE r.namespace = $ns AND r.place >= place[0] AND r.place < place[1] AND ${inSight('r')}
     RETURN r.chunk AS chunk, e.key AS person, r.denies AS denies ORDER BY r.statedAt DESC LIMIT toInteger($limit)`,
    { ns, personas, places, limit: CANDIDATES.inRole },
  )
  const stating = newest.filter(({ denies }) => !denies)
  const said =
    stating.length === 0
      ? []
      : await tx.run<{ chunk: number }>(touching(inSight('r'), 'r.chunk AS chunk'), {
          ...{ ns, personas, entities: [...new Set(stating.map(({ person }) => person))] },
          ...{ most: TRAVERSAL.hubFacts, perEntity: CANDIDATES.saidOfEach },
        })
  return [...new Set([...stating, ...said].map(({ chunk }) => chunk))].filter((chunk) => chunk > 0)
}

import type { Change } from '../graph-store.ts'
import { runEach, type Transaction } from './connection.ts'

/** New chunks, and what they add to the counts of their words, personas and speakers. The vector store does not have them yet. */
export function writeChunks(
  tx: Transaction,
  ns: string,
  { personas, sessions, chunks }: Pick<Change, 'personas' | 'sessions' | 'chunks'>,
): Promise<unknown>[] {
  const done: Promise<unknown>[] = []
  const each = (rows: readonly unknown[], query: string) => void done.push(runEach(tx, ns, rows, query))
  each(
    personas.map(({ name, chunks, words }) => ({ name, chunks, words })),
    `MERGE (p:Persona { namespace: $ns, name: row.name }) ON CREATE SET p.chunks = 0, p.words = 0
     SET p.chunks = p.chunks + row.chunks, p.words = p.words + row.words`,
  )
  each(
    personas.flatMap(({ name, speakers }) => speakers.map((speaker) => ({ persona: name, name: speaker }))),
    `MERGE (s:Speaker { namespace: $ns, persona: row.persona, name: row.name }) ON CREATE SET s.chunks = 0
     SET s.chunks = s.chunks + 1`,
  )
  each(
    sessions,
    `MERGE (s:Session { namespace: $ns, name: row.name }) ON CREATE SET s.id = row.id, s.persona = row.persona SET s.places = row.places`,
  )
  each(chunks, `CREATE (c:Chunk { namespace: $ns, pending: $ns }) SET c += row`)
  each(
    chunks.map(({ terms }) => terms),
    `UNWIND row AS word WITH word, count(*) AS chunks
     MERGE (t:Term { namespace: $ns, word: word }) ON CREATE SET t.chunks = chunks ON MATCH SET t.chunks = t.chunks + chunks`,
  )
  return done
}

import type { Bound } from '../../domain/account/persona.ts'
import { BrainError } from '../../domain/errors.ts'
import { vectorFromText, vectorToText } from '../../domain/ranking/packed-text.ts'
import { areTokens } from '../../domain/ranking/token-vectors.ts'
import { isUnitVector } from '../../domain/ranking/vector.ts'
import { pieceTexts } from '../../memory/portable/to-portable.ts'
import { restoredTexts } from '../../memory/stored-texts.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Tallied } from '../../ports/memory-store.ts'
import {
  type Brought,
  memoryOf,
  type PortableChunk,
  type PortableFact,
  type PortableRow,
  type PortableVector,
} from '../../ports/portable.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { embeddedText, embedEach } from '../ingest/embed-each.ts'
import type { ImportReport } from './import-texts.ts'

interface RestoreRequest extends Authored, Tallied {
  readonly namespace: string
  readonly now: number
  /** Whose vectors the rows have; null: they have none. */
  readonly embedder: string | null
  readonly rows: readonly PortableRow[]
  readonly bound: Bound
  readonly dryRun: boolean
  /** Hears of every batch how many of its texts are stored: a later one may meet a conflict. */
  readonly onStored?: (texts: number) => void
}

/**
 * Takes over rows of an export. Vectors that are missing, or another embedder's, are made anew. `withMissingReferences`:
 * memories that are left out, since they tell what is neither here nor in the file so far; when that has come, the same file brings them too.
 */
export async function restoreExport(
  ports: Ports,
  trace: Trace,
  request: RestoreRequest,
): Promise<ImportReport & { readonly withMissingReferences: readonly number[] }> {
  const { namespace, now, by, tally = null, embedder, bound, dryRun } = request
  // What entities are called, and what was erased, is the whole account's.
  const asked = bound ? request.rows.filter(({ type }) => !['entity', 'receipt', 'state'].includes(type)) : request.rows
  const isOurs = embedder === ports.embedder.id
  const restore = async (rows: readonly PortableRow[], how: { dryRun?: boolean; isPart?: boolean }) => {
    const given = { now, by, tally, embedder: ports.embedder.id, rows, ...how }
    const done = await trace.step('restore', () => ports.portable.restoreRows(namespace, given))
    if (done.kind !== 'conflict') return done
    throw conflictOf('memory' in done ? `Memory ${done.memory}` : done.target)
  }

  async function restoreAll(rows: readonly PortableRow[]) {
    const report = { imported: 0, alreadyImported: 0, knownBeside: 0 }
    const batches = dryRun ? [rows] : batchesOf(rows)
    // What one transaction would refuse is refused before the first of several.
    const rehearsal = batches.length > 1 ? await restore(rows, { dryRun: true }) : null
    if (rehearsal?.kind === 'missing-references') return rehearsal
    for (const batch of batches) {
      const complete = dryRun ? batch : await trace.step('encode', () => withVectors(ports, namespace, batch, isOurs))
      const done = await restore(complete, { dryRun, isPart: dryRun || batches.length > 1 })
      if (done.kind === 'missing-references') return done
      report.imported += done.memories
      report.alreadyImported += done.known
      report.knownBeside += done.knownBeside
      if (!dryRun) request.onStored?.(restoredTexts(batch, done))
    }
    return { kind: 'done' as const, ...report }
  }

  let rows = asked
  let done = await restoreAll(rows)
  const leftOut = new Set(done.kind === 'missing-references' ? done.memories : [])
  // A key that is bound to personas may not find out by it what others have.
  if (done.kind === 'missing-references' && bound) throw conflictOf(`Memory ${done.memories[0]}`)
  if (done.kind === 'missing-references') {
    rows = rows.filter((row) => !leftOut.has(memoryOf(row)!))
    done = await restoreAll(rows)
  }
  if (done.kind === 'missing-references')
    throw new BrainError('conflict', 'What the file tells was erased meanwhile; send it again.')
  return { ...whatComes(rows), ...done, withMissingReferences: [...leftOut] }
}

const conflictOf = (which: string) =>
  new BrainError(
    'conflict',
    `${which} of the file is another one here, or tells what is not its own: an export is restored into an empty account, or into the one that it came from.`,
  )

/** What rows have, whether it is there already or not. */
function whatComes(rows: readonly PortableRow[]) {
  const memories = rows.filter((row) => row.type === 'memory')
  const times = memories.map(({ occurredAt }) => occurredAt).sort((a, b) => a - b)
  return {
    ...{ restated: 0, failed: 0, entities: 0 },
    facts: memories.reduce((sum, { facts }) => sum + facts.length, 0),
    chunks: memories.reduce((sum, { chunks }) => sum + chunks.length, 0),
    personas: [...new Set(memories.map(({ persona }) => persona))].sort(),
    sessions: new Set(memories.flatMap(({ session }) => session ?? [])).size,
    since: times[0] ?? null,
    until: times.at(-1) ?? null,
  }
}

/** So many rows, with what comes in them, are one transaction, during which nobody else is served. */
const BATCH_ROWS = 1_000

function batchesOf(rows: readonly PortableRow[]): PortableRow[][] {
  const batches: PortableRow[][] = []
  let room = 0
  for (const row of rows) {
    const size = row.type === 'memory' ? 1 + row.chunks.length + row.facts.length : 1
    if (size > room) {
      batches.push([])
      room = BATCH_ROWS
    }
    batches.at(-1)!.push(row)
    room -= size
  }
  return batches
}

/** Far more than a chunk has. */
const MOST_TOKEN_CHARACTERS = 20_000

function isVector(data: string, dimensions: number): boolean {
  const [own = '', tokens] = data.split('.')
  if (own.length !== Math.ceil((dimensions * 2 + 4) / 3) * 4) return false
  if (tokens !== undefined && (tokens === '' || tokens.length % 4 > 0 || tokens.length > MOST_TOKEN_CHARACTERS))
    return false
  const vector = vectorFromText(data)
  if (vector.tokens && !areTokens(vector.tokens)) return false
  return vector.values.length === dimensions && isUnitVector(vector)
}

/** What a vector is made of: its own text, its chunk's, or the fact's that it stands for. */
function textOf(
  vector: PortableVector,
  at: number,
  chunk: Brought<PortableChunk> | null,
  facts: readonly Brought<PortableFact>[],
): string {
  if (vector.text !== undefined) return vector.text
  if (chunk && at === 0) return embeddedText(chunk, chunk.speaker)
  const fact = facts.find((one) => one.chunk === (chunk?.id ?? one.chunk) && one.vector === at)
  return fact?.text ?? chunk?.text ?? ''
}

async function withVectors(
  ports: Ports,
  namespace: string,
  rows: readonly PortableRow[],
  isOurs: boolean,
): Promise<PortableRow[]> {
  const { dimensions } = ports.embedder
  const isUsable = ({ data }: PortableVector) => isOurs && data !== undefined && isVector(data, dimensions)
  const texts = new Map<PortableVector, { readonly text: string; readonly ofChunk: boolean }>()
  const note = (
    vectors: readonly PortableVector[],
    chunk: Brought<PortableChunk> | null,
    facts: readonly Brought<PortableFact>[],
  ) => {
    for (const [at, vector] of vectors.entries())
      if (!isUsable(vector))
        texts.set(vector, { text: textOf(vector, at, chunk, facts), ofChunk: chunk !== null && at === 0 })
  }
  for (const row of rows) {
    if (row.type === 'memory') {
      for (const chunk of row.chunks) note(chunk.vectors, chunk, row.facts)
      for (const { reading, vectors } of row.parked) {
        const pieceText = pieceTexts(JSON.parse(reading), row.speaker)
        for (const [at, vector] of vectors.entries())
          if (!isUsable(vector)) texts.set(vector, { text: vector.text ?? pieceText(at), ofChunk: at === 0 })
      }
    } else if (row.type === 'chunk') note(row.vectors, row, [])
    else if (row.type === 'vector') note([row], null, [])
  }
  if (texts.size === 0) return [...rows]
  const wanted = [...texts.values()].map(({ text }) => text)
  const vectorOf = await embedEach(ports.embedder, wanted, turnsOf(namespace))
  const filled = <V extends PortableVector>(vector: V): V => {
    const missing = texts.get(vector)
    if (!missing) return vector
    const { packed, ofChunk } = vectorOf(missing.text)
    return { ...vector, data: vectorToText(missing.ofChunk ? ofChunk : packed) }
  }
  const filledChunk = <C extends Brought<PortableChunk>>(chunk: C): C => ({
    ...chunk,
    vectors: chunk.vectors.map(filled),
  })
  return rows.map((row) => {
    if (row.type === 'memory') {
      const parked = row.parked.map((piece) => ({ ...piece, vectors: piece.vectors.map(filled) }))
      return { ...row, chunks: row.chunks.map(filledChunk), parked }
    }
    if (row.type === 'chunk') return filledChunk(row)
    return row.type === 'vector' ? filled(row) : row
  })
}

import { BrainError } from '../../../domain/errors.ts'
import { chunksIn } from '../../../domain/memory-id.ts'
import { changedOf } from '../../../memory/note-change.ts'
import { planRevision } from '../../../memory/revision/plan-revision.ts'
import { type Prepared, prepareRevision, type Revisable, toUnread } from '../../../memory/revision/prepare.ts'
import type { MemoryRevisions, Revised } from '../../../ports/memory-revisions.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import { type RenumberedPlan, renumberChunks } from '../renumber-chunks.ts'
import type { Transaction } from './connection.ts'
import { note } from './journal.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { keepOutcome, outcome } from './outcomes.ts'
import { recordSome } from './records.ts'
import { createRevisionLooks } from './revision-looks.ts'
import { parkedOf } from './revisions.ts'
import { writeRevision } from './write-revision.ts'

type Request = Parameters<MemoryRevisions['revise']>[1]

interface State {
  readonly embedder: string | null
  readonly erased: boolean
  readonly recorded: boolean
  readonly lastId: number
  readonly told: number
  readonly watched: boolean
}

/** Looks up what the rules ask for, and writes what they answer, under the namespace's lock: all of it happens, or nothing. */
export const revise: Operation<'revise'> = async (tx, ns, request) => {
  const [state] = await tx.run<State>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = coalesce(n.writes, 0) + 1
     RETURN n.embedder AS embedder, n.erasedAt IS NOT NULL AS erased, n.recorded IS NOT NULL AS recorded, n.lastId AS lastId,
       coalesce(n.told, 0) AS told, n.watched IS NOT NULL AS watched`,
    { ns },
  )
  if (state?.erased) return { refused: 'erased' }
  if (!state || state.embedder === null) return { refused: 'unknown' }
  if (state.embedder !== request.embedder) return { refused: 'other embedder', embedder: state.embedder }
  const happened = request.once == null ? null : await outcome(tx, ns, request.once)
  if (happened !== null) return { happened: JSON.parse(happened) as Revised }
  while (!state.recorded && (await recordSome(tx, ns))) {}

  const reader = createRevisionLooks(tx, ns)
  const found = await findRevisable(tx, ns, request, reader)
  const prepared = prepareRevision(request, found)
  if ('kind' in prepared) return { unchanged: prepared }
  let { lastId } = state
  const nextId = () => ++lastId
  const planned = await driveAsync(planRevision(prepared.revisions, nextId), reader.answer)
  if ('unread' in planned)
    return { unchanged: { kind: 'unread', texts: planned.unread.map((record) => toUnread(record, record.text!)) } }
  refuseZeros(request)
  const plan = renumberChunks(planned.plan, nextId)
  const { revised, pending, tombstoned } = await writeRevision(tx, ns, {
    request,
    prepared,
    plan,
    found,
    reader,
    nextId,
  })
  await tx.run(
    'MATCH (n:Namespace { id: $ns }) SET n.lastId = $lastId, n.chunks = n.chunks + $chunks, n.facts = n.facts + $facts',
    { ns, lastId, ...sizes(plan) },
  )
  await noteRevision(tx, ns, request, prepared, revised)
  return {
    revised,
    pending: await loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.pending', { ns, pending }),
    tombstoned,
    watched: state.watched,
    told: state.told,
    levels: [...new Set([...plan.chunks.map(({ standing }) => standing), ...plan.facts].map(({ level }) => level))],
    renamed: plan.entities.length + plan.removedFacts.length > 0,
  }
}

async function findRevisable(
  tx: Transaction,
  ns: string,
  { revisions }: Request,
  { looks }: ReturnType<typeof createRevisionLooks>,
): Promise<Map<number, Revisable>> {
  const ids = revisions.map(({ id }) => id)
  const [records, parked] = await Promise.all([looks.records(ids), parkedOf(tx, ns, ids)])
  const chunks = await looks.chunks(chunksIn(records.flatMap(({ stated }) => stated.map(({ target }) => target))))
  const texts = new Map(chunks.map(({ id, text }) => [id, text]))
  return new Map(
    records.map((record) => {
      const said = chunksIn(record.stated.map(({ target }) => target)).flatMap((id) => texts.get(id) ?? [])
      const whole = { ...record, text: record.text ?? said.join('\n') }
      return [record.id, { record: whole, parked: parked.get(record.id) ?? [] }]
    }),
  )
}

/** How many more chunks and facts there are. */
function sizes({ chunks, removedChunks, facts, removedFacts }: RenumberedPlan) {
  const added = chunks.filter(({ before }) => before === null).length
  const created = facts.filter(({ before }) => before === null).length
  return { chunks: added - removedChunks.length, facts: created - removedFacts.length }
}

async function noteRevision(
  tx: Transaction,
  ns: string,
  { by, now, once }: Request,
  { erased, replaced, invalidated, restored }: Prepared,
  revised: Extract<Revised, { kind: 'done' }>,
): Promise<void> {
  const updated = [...replaced.map(({ id }) => id), ...invalidated, ...restored]
  if (by) await note(tx, ns, { by, now, counts: { ...revised.erased }, changed: changedOf({ erased, updated }) })
  if (once != null) await keepOutcome(tx, ns, once, JSON.stringify(revised))
}

/** The index takes vectors of zeros without a word, and never finds them again. */
function refuseZeros({ read }: Request): void {
  const vectors = read.flatMap(({ memory: { chunks, facts } }) =>
    [...chunks, ...facts].flatMap(({ vector }) => vector ?? []),
  )
  if (vectors.some(({ values }) => values.every((value) => value === 0)))
    throw new BrainError('misconfigured', 'The embedder made a vector of zeros.')
}

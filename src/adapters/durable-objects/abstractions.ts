import { toFactId } from '../../domain/memory-id.ts'
import { abstractionOf } from '../../memory/abstraction.ts'
import { nextTry } from '../../memory/horizon.ts'
import type { StoredFact } from '../../memory/records.ts'
import { settleRun } from '../../memory/settle-run.ts'
import type { AbstractionReport, AbstractionRequest, NewAbstraction } from '../../ports/consolidation.ts'
import { driveSync } from '../../runtime/drive-sync.ts'
import { foldAccesses, removeAbstraction } from './forget.ts'
import { storeVectors } from './store-vectors.ts'
import { competingFacts, storedFacts } from './stored-rows.ts'
import type { VaultTables } from './vault-tables.ts'

/** Ends a run: what is still as it was offered is merged, the rest is left to the next. */
export function abstract(tables: VaultTables, request: AbstractionRequest): AbstractionReport {
  const { now } = request
  const run = tables.runs.current()
  const notBefore = nextTry(now, false)
  if (run?.id !== request.run) return { created: 0, merged: 0, horizon: tables.horizon.read(now, notBefore) }
  tables.runs.end()
  if (request.tokens > 0) tables.runs.spend(now, request.tokens)
  const { abstractions, merged, watermark } = driveSync(settleRun(run, request), (look) =>
    'ids' in look ? storedFacts(tables, tables.facts.byIds(look.ids)) : competingFacts(tables, look),
  )
  for (const { made, members } of abstractions) create(tables, made, members, now)
  if (watermark !== null) tables.horizon.advance(watermark)
  const horizon = tables.horizon.read(now, notBefore)
  if (run.scheduled) tables.horizon.told(horizon, true)
  return { created: abstractions.length, merged, horizon }
}

function create(tables: VaultTables, made: NewAbstraction, members: readonly StoredFact[], now: number): void {
  const persona = tables.personas.open(members[0]!.persona)
  const id = tables.ids.next('facts')
  const vector = tables.ids.next('vectors')
  const fact = abstractionOf(id, made.text, members, now)
  tables.facts.insert({ ...fact, persona: persona.id, contested: false, vector })
  storeVectors(tables, [{ id: vector, chunk: 0, persona: persona.id, facts: [id], vector: made.vector }])
  const ids = members.map((member) => member.id)
  // From here on they have no clock of their own, and nothing in the log.
  foldAccesses(tables, ids.map(toFactId))
  tables.facts.archive(ids, id)
}

/** Removes an abstraction alone: what was merged into it stands for itself again. */
export function dissolve(tables: VaultTables, id: number): boolean {
  const [row] = tables.accesses.exact('f', tables.facts.byIds([id]))
  if (!row || row.members === 0) return false
  tables.ids.keep()
  tables.facts.restore(id, row.lastAccess)
  removeAbstraction(tables, row)
  return true
}

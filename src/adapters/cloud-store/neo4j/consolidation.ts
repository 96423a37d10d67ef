import { CONFIDENCE_LEVELS } from '../../../domain/lifecycle/strength.ts'
import { longestIdle } from '../../../memory/faded.ts'
import { mayBegin, RUN_MS } from '../../../memory/run.ts'
import type { LifecycleState } from '../graph-store.ts'
import { LOCK } from './known.ts'
import type { Operation } from './operation.ts'
import { keepOutcome } from './outcomes.ts'

/** An abstraction stands for all that was merged into it. */
const RELATIONS = 'CASE WHEN r.members > 0 THEN r.members ELSE 1 END'

export const begin: Operation<'begin'> = async (tx, ns, asked) => {
  const { persona, now } = asked
  await tx.run(LOCK, { ns })
  const [state] = await tx.run<{ whole: number | null; own: number | null; run: string | null; lastRun: number }>(
    `MATCH (n:Namespace { id: $ns }) OPTIONAL MATCH (p:Persona { namespace: $ns, name: $persona })
     RETURN n.consolidatedAt AS whole, p.consolidatedAt AS own, n.run AS run, coalesce(n.lastRun, 0) AS lastRun`,
    { ns, persona: persona ?? '' },
  )
  const { whole, own, run, lastRun } = state!
  if (!mayBegin(run && JSON.parse(run), [whole, own], asked))
    return { skipped: true, run: lastRun, reinforced: 0, decayed: 0 }
  const id = lastRun + 1
  await tx.run(`MATCH (n:Namespace { id: $ns }) SET n.run = $run, n.lastRun = $id`, {
    ns,
    id,
    run: JSON.stringify({ id, until: now + RUN_MS }),
  })
  // A persona that was consolidated by itself since the whole namespace was counts from then.
  const personas = await tx.run<{ name: string; at: number }>(
    `MATCH (p:Persona { namespace: $ns }) WHERE p.name IS NOT NULL AND p.consolidatedAt > $whole RETURN p.name AS name, p.consolidatedAt AS at`,
    { ns, whole: whole ?? -1 },
  )
  // Only what was accessed since then is looked at.
  const [counts] = await tx.run<{ accessed: number; idle: number; since: number }>(
    `UNWIND range(1, ${CONFIDENCE_LEVELS}) AS level
     MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.level = level AND r.lastAccess > $after
       AND r.abstraction IS NULL AND ($persona IS NULL OR r.persona = $persona)
     WITH r, ${RELATIONS} AS n, r.accessCount > 0 AND r.lastAccess > coalesce($consolidated[r.persona], $whole) AS accessed
     RETURN sum(CASE WHEN accessed THEN n ELSE 0 END) AS accessed,
       sum(CASE WHEN accessed AND r.lastAccess < $now THEN n ELSE 0 END) AS idle,
       sum(CASE WHEN r.lastAccess >= $now THEN n ELSE 0 END) AS since`,
    {
      ns,
      persona,
      whole: whole ?? -1,
      after: Math.min(whole ?? -1, now - 1),
      now,
      consolidated: Object.fromEntries(personas.map(({ name, at }) => [name, at])),
    },
  )
  const [all] = await tx.run<{ n: number }>(
    persona === null
      ? 'MATCH (n:Namespace { id: $ns }) RETURN n.facts AS n'
      : 'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.members = 0 AND r.persona = $persona RETURN count(r) AS n',
    { ns, persona },
  )
  const { accessed, idle, since } = counts!
  return { skipped: false, run: id, reinforced: accessed, decayed: all!.n - since - idle }
}

export const finish: Operation<'finish'> = async (tx, ns, { persona, at, run, watermark, outcome }) => {
  await tx.run(
    `MATCH (n:Namespace { id: $ns })
     SET n.writes = n.writes + 1, n.run = $run, n.watermark = coalesce($watermark, n.watermark)
     SET n.consolidatedAt = CASE WHEN $persona IS NULL THEN $at ELSE n.consolidatedAt END`,
    { ns, persona, at, run: run && JSON.stringify(run), watermark },
  )
  if (persona !== null) {
    await tx.run(
      `MERGE (p:Persona { namespace: $ns, name: $persona }) ON CREATE SET p.chunks = 0, p.words = 0 SET p.consolidatedAt = $at`,
      { ns, persona, at },
    )
  }
  if (outcome) await keepOutcome(tx, ns, outcome.once, outcome.result)
}

/** The first of each level in the index of level and last access, whose order it has to be to the letter. */
const oldestOf = (match: string, x: string) =>
  `UNWIND range(1, ${CONFIDENCE_LEVELS}) AS level
   CALL (level) {
     ${match} AND ${x}.lastAccess > -8e15
     RETURN ${x}.lastAccess AS since ORDER BY ${x}.namespace, ${x}.level, ${x}.lastAccess LIMIT 1
   }
   RETURN level, since`

export const lifecycle: Operation<'lifecycle'> = async (tx, ns) => {
  const [[state], chunks, facts, [since]] = await Promise.all([
    tx.run<Omit<LifecycleState, 'factsSince' | 'idle' | 'tokens'> & { tokens: string | null }>(
      `MATCH (n:Namespace { id: $ns }) RETURN n.embedder AS embedder, coalesce(n.watermark, 0) AS watermark, n.lastId AS lastId, n.tokens AS tokens,
         coalesce(n.turn, 0) AS turn, coalesce(n.told, 0) AS told`,
      { ns },
    ),
    tx.run<{ level: number; since: number }>(
      oldestOf('MATCH (c:Chunk { namespace: $ns, level: level }) WHERE c.doomed IS NULL', 'c'),
      { ns },
    ),
    tx.run<{ level: number; since: number }>(
      oldestOf('MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.level = level AND r.abstraction IS NULL', 'r'),
      { ns },
    ),
    tx.run<{ n: number }>(
      `OPTIONAL MATCH (n:Namespace { id: $ns }) WITH coalesce(n.watermark, 0) AS watermark
       MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > watermark RETURN count(r) AS n`,
      { ns },
    ),
  ])
  return {
    embedder: state?.embedder ?? null,
    watermark: state?.watermark ?? 0,
    factsSince: since?.n ?? 0,
    lastId: state?.lastId ?? 0,
    tokens: state?.tokens ? JSON.parse(state.tokens) : null,
    turn: state?.turn ?? 0,
    told: state?.told ?? 0,
    idle: longestIdle([...chunks, ...facts]),
  }
}

export const told: Operation<'told'> = async (tx, ns, levels, turn, replaces) => {
  const [state] = await tx.run<{ told: number }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN coalesce(n.told, 0) AS told`,
    { ns },
  )
  if (!state) return
  await tx.run(
    `MATCH (n:Namespace { id: $ns }) SET n.told = $told, n.turn = CASE WHEN coalesce(n.turn, 0) < $turn THEN $turn ELSE n.turn END`,
    { ns, told: replaces ? levels : state.told | levels, turn },
  )
}

import type { FactRecord, GraphScope, Run } from '../graph-store.ts'
import type { Transaction } from './connection.ts'

type Request = Parameters<GraphScope['abstract']>[0]

export const PLAIN_FACT = `r { .id, .key, .persona, .subject, .predicate, .relation, .object, .leaf, .text, .negated, .aspect, .slot, .value,
  .denies, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount, .chunk, .metadata, .abstraction, .members,
  memory: coalesce(r.memory, 0) }`

/** Facts that were merged are few, and found by their own index whatever the planner thinks of that. */
export const MERGED = 'MATCH ()-[r:FACT]->() USING INDEX SEEK r:FACT(namespace, abstraction)'

/** Removes an abstraction alone: what was merged into it stands for itself again, as fresh as the whole was. */
export async function dissolve(tx: Transaction, ns: string, id: number): Promise<void> {
  const [found] = await tx.run<{ lastAccess: number }>(
    `MATCH ()-[r:FACT { namespace: $ns, id: $id }]->() WHERE r.members > 0 WITH r, r.lastAccess AS lastAccess DELETE r RETURN lastAccess`,
    { ns, id },
  )
  if (!found) return
  await tx.run(
    `${MERGED} WHERE r.namespace = $ns AND r.abstraction = $id REMOVE r.abstraction
     SET r.lastAccess = CASE WHEN r.lastAccess < $at THEN $at ELSE r.lastAccess END`,
    { ns, id, at: found.lastAccess },
  )
}

/** Ends a run: what is still as it was offered is merged, the rest is left to the next. */
export async function abstract(tx: Transaction, ns: string, request: Request): ReturnType<GraphScope['abstract']> {
  const [state] = await tx.run<{ run: string | null; tokens: string | null; lastId: number }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1
     RETURN n.run AS run, n.tokens AS tokens, n.lastId AS lastId`,
    { ns },
  )
  const run = state?.run ? (JSON.parse(state.run) as Run) : null
  if (run?.id !== request.run) return { created: 0, merged: 0, scheduled: false }
  const unfinished = new Set(request.unfinished)
  let created = 0
  let merged = 0
  let lastId = state!.lastId
  for (const abstraction of request.abstractions) {
    const members = await stillThere(tx, ns, run, abstraction)
    if (!members) {
      unfinished.add(abstraction.cluster)
      continue
    }
    await create(tx, ns, abstraction, members, request.now, ++lastId)
    created++
    merged += members.length
  }
  const firsts = [...unfinished].flatMap((number) => run.clusters[number]?.first ?? [])
  const day = new Date(request.now).toISOString().slice(0, 10)
  const spent = state?.tokens ? (JSON.parse(state.tokens) as { day: string; tokens: number }) : null
  await tx.run(
    `MATCH (n:Namespace { id: $ns }) REMOVE n.run SET n.lastId = $lastId, n.tokens = $tokens, n.watermark = coalesce($watermark, n.watermark)`,
    {
      ns,
      lastId,
      tokens: JSON.stringify({ day, tokens: (spent?.day === day ? spent.tokens : 0) + request.tokens }),
      watermark: run.whole ? Math.min(run.upTo, ...firsts.map((first) => first - 1)) : null,
    },
  )
  return { created, merged, scheduled: run.scheduled }
}

/** The members, or null where the cluster is no longer what the summary was made of. */
async function stillThere(
  tx: Transaction,
  ns: string,
  run: Run,
  { cluster, members }: Request['abstractions'][number],
): Promise<FactRecord[] | null> {
  const offered = run.clusters[cluster]
  const wanted = [...new Set(members)]
  if (!offered || wanted.length < 2 || !wanted.every((id) => offered.facts.includes(id))) return null
  const rows = await tx.run<{ fact: FactRecord }>(
    `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.wanted AND r.abstraction IS NULL RETURN ${PLAIN_FACT} AS fact ORDER BY r.id`,
    { ns, wanted },
  )
  if (rows.length < wanted.length) return null
  const facts = rows.map(({ fact }) => fact)
  // Said since then: what competes with a member, again or for the first time, may have changed what holds.
  const [changed] = await tx.run<{ n: number }>(
    `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND r.persona = $persona
       AND (r.id > $lastFact OR r.statedAt > $startedAt) RETURN count(r) AS n`,
    {
      ns,
      places: facts.map(({ subject, slot }) => `${subject}\n${slot}`),
      persona: offered.persona,
      lastFact: run.lastFact,
      startedAt: run.startedAt,
    },
  )
  return changed!.n > 0 ? null : facts
}

/** As sure as its surest member and as fresh as its freshest; it stands at the entity that most members touch. */
async function create(
  tx: Transaction,
  ns: string,
  abstraction: Request['abstractions'][number],
  members: readonly FactRecord[],
  now: number,
  id: number,
): Promise<void> {
  const surest = members.reduce((best, fact) => (fact.level > best.level ? fact : best))
  const latest = (field: 'statedAt' | 'lastAccess') => Math.max(...members.map((fact) => fact[field]))
  const subject = busiest(members)
  const fact: FactRecord = {
    id,
    key: `abstraction ${id}`,
    persona: surest.persona,
    subject,
    predicate: 'abstraction',
    relation: 'in summary',
    object: subject,
    leaf: true,
    text: abstraction.text,
    negated: false,
    aspect: 'is',
    slot: `abstraction ${id}`,
    value: '',
    denies: false,
    source: surest.source,
    level: surest.level,
    createdAt: now,
    statedAt: latest('statedAt'),
    lastAccess: latest('lastAccess'),
    accessCount: 0,
    chunk: 0,
    metadata: null,
    abstraction: null,
    members: members.length,
    memory: 0,
  }
  await tx.run(
    `MATCH (e:Entity { namespace: $ns, key: $fact.subject }) CREATE (e)-[r:FACT { namespace: $ns }]->(e)
     SET r += $fact, r.place = $fact.subject + '\\n' + $fact.slot, r.vector = $given.vector`,
    { ns, fact, vector: abstraction.vector },
  )
  await tx.run(`MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids SET r.abstraction = $id`, {
    ns,
    ids: members.map((member) => member.id),
    id,
  })
}

function busiest(members: readonly FactRecord[]): string {
  const touched = new Map<string, number>()
  for (const fact of members)
    for (const end of fact.leaf ? [fact.subject] : [fact.subject, fact.object])
      touched.set(end, (touched.get(end) ?? 0) + 1)
  return [...touched].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { toEntry } from '../../memory/entity-entry.ts'
import { planUnmerge } from '../../memory/plan-unmerge.ts'
import type { EntityRegister } from '../../ports/entity-register.ts'
import { factKey } from './fact-key.ts'
import type { Change, GraphScope } from './graph-store.ts'

export const listEntities = async (
  graph: GraphScope,
  { after, limit, within }: Parameters<EntityRegister['list']>[1],
): ReturnType<EntityRegister['list']> =>
  within
    ? graph.listEntities({ after, limit, personas: within })
    : (await graph.entities(after === '' ? '' : entityKey(after), limit)).map(toEntry)

/** Undoes a merge in one transaction: facts that were stated under the alias go to an entity of its own. */
export async function unmerge(
  graph: GraphScope,
  { once = null, ...merge }: Parameters<EntityRegister['unmerge']>[1],
): Promise<number | null> {
  const { by, now = 0 } = merge
  const names = [...entityLookupKeys(merge.entity), ...entityLookupKeys(merge.alias)]
  const wanted = { statements: [], names, sessions: [], factsOf: entityKey(merge.entity), once }
  let change: Change | null = null
  let moved: number | null = null
  await graph.change(
    wanted,
    async ({ lastId, lastStatedAt, entities, names, facts, outcome }) => {
      if (outcome !== null) {
        moved = JSON.parse(outcome) as number
        return null
      }
      const planned = planUnmerge(merge, { entities, names }, facts)
      moved = planned?.moves.length ?? null
      change = planned && {
        ...NOTHING,
        lastId,
        lastStatedAt,
        noted: by ? { by, now, counts: { facts: planned.moves.length }, changed: {} } : null,
        entities: planned.entities,
        names: planned.names,
        unnamed: [planned.unnamed],
        outcome: once === null ? null : { once, result: JSON.stringify(planned.moves.length) },
        moves: planned.moves.map(({ fact, subject, object }) => ({
          key: facts.find(({ id }) => id === fact.id)!.key,
          to: { subject, object, key: factKey({ ...fact, subject, object }), place: `${subject}\n${fact.slot}` },
        })),
      }
      return planned && []
    },
    async () => change!,
  )
  return moved
}

const NOTHING: Omit<Change, 'lastId' | 'lastStatedAt'> = {
  now: 0,
  embedder: null,
  ...{ personas: [], sessions: [], chunks: [], restatedChunks: [], entities: [], names: [] },
  ...{ facts: [], restatedFacts: [], supportedFacts: [], accessedFacts: [], dissolved: [], memories: [], evidence: [] },
}

import { CANDIDATES } from '../../memory/candidates.ts'
import { besides, type Links, repliesAround } from '../../memory/surroundings.ts'
import { sourced } from './recollection.ts'
import type { FoundPoint } from './vector-store.ts'

/** How far to look to find as many as are wanted around a chunk, where some have been pruned. */
const FETCH = 2 * CANDIDATES.reach

/** Runs of places in sessions that have everything said around the points; runs that meet are one. */
export function placesAround(points: readonly FoundPoint[]): { session: number; from: number; to: number }[] {
  const bySession = Map.groupBy(
    points.filter(({ session }) => session !== null),
    ({ session }) => session!,
  )
  return [...bySession].flatMap(([session, said]) => {
    const runs: { session: number; from: number; to: number }[] = []
    for (const { place } of said.sort((a, b) => a.place - b.place)) {
      const last = runs.at(-1)
      if (last && place - FETCH <= last.to + 1) last.to = place + FETCH
      else runs.push({ session, from: Math.max(0, place - FETCH), to: place + FETCH })
    }
    return runs
  })
}

interface Around {
  readonly candidates: readonly FoundPoint[]
  readonly links: ReadonlyMap<number, Links>
  readonly around: readonly { readonly point: FoundPoint; readonly isReply: boolean }[]
}

export const NOTHING_AROUND: Around = { candidates: [], links: new Map(), around: [] }

/**
 * What was said around every candidate. Around the best ones it becomes a candidate itself; of the rest only the words count, and what a
 * reply means.
 */
export function arrangeAround(
  points: ReadonlyMap<number, FoundPoint>,
  nearby: readonly FoundPoint[],
  best: readonly number[],
  isCandidate: (id: number) => boolean,
): Around {
  const all = new Map([...nearby, ...points.values()].map((point) => [point.id, point]))
  const linksOf = createLinks([...all.values()])
  const at = (ids: readonly number[]) => ids.flatMap((id) => all.get(id) ?? [])
  const candidates = at(besides(at(best).map(linksOf), points).filter(isCandidate))
  const chosen = new Map([...points.values(), ...candidates].map((point) => [point.id, point]))
  const links = new Map([...chosen].map(([id, point]) => [id, linksOf(point)]))
  const around = new Map(at(besides(links.values(), chosen)).map((point) => [point.id, sourced(point)]))
  const replies = new Set(repliesAround([...chosen.values()].map(sourced), links, around).map(({ id }) => id))
  return {
    candidates,
    links,
    around: [...around.keys()].map((id) => ({ point: all.get(id)!, isReply: replies.has(id) })),
  }
}

/** What was said just before and after a point in its session, nearest first. */
function createLinks(points: readonly FoundPoint[]): (point: FoundPoint) => Links {
  const sessions = Map.groupBy(points, ({ session }) => session)
  for (const said of sessions.values()) said.sort((a, b) => a.place - b.place)
  const ids = (list: readonly FoundPoint[]) => list.map(({ id }) => id)
  return ({ id, session }) => {
    if (session === null) return { before: [], after: [] }
    const said = sessions.get(session)!
    const at = said.findIndex((other) => other.id === id)
    return {
      before: ids(said.slice(Math.max(0, at - CANDIDATES.reach), at).reverse()),
      after: ids(said.slice(at + 1, at + 1 + CANDIDATES.reach)),
    }
  }
}

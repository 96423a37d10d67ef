import type { FoundPoint } from './vector-store.ts'

/** How far around a chunk one looks, and how far to find as many where some have been pruned. */
const REACH = 2
const FETCH = 4

export interface Links {
  readonly before: number[]
  readonly after: number[]
}

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

/** What was said just before and after each candidate, nearest first; and around the best ones' neighbours too. */
export function linksOf(
  points: ReadonlyMap<number, FoundPoint>,
  nearby: ReadonlyMap<number, FoundPoint>,
  best: ReadonlySet<number>,
): Map<number, Links> {
  const all = new Map([...nearby, ...points])
  const sessions = Map.groupBy(
    [...all.values()].filter(({ session }) => session !== null),
    ({ session }) => session!,
  )
  for (const said of sessions.values()) said.sort((a, b) => a.place - b.place)
  const links = new Map<number, Links>()
  const link = (point: FoundPoint) => {
    if (point.session === null || links.has(point.id)) return
    const said = sessions.get(point.session)!
    const at = said.findIndex(({ id }) => id === point.id)
    const ids = (list: readonly FoundPoint[]) => list.map(({ id }) => id)
    links.set(point.id, {
      before: ids(said.slice(Math.max(0, at - REACH), at).reverse()),
      after: ids(said.slice(at + 1, at + 1 + REACH)),
    })
  }
  for (const point of points.values()) link(point)
  for (const id of best) {
    const near = links.get(id)
    for (const neighbour of [...(near?.before ?? []), ...(near?.after ?? [])]) {
      const point = all.get(neighbour)
      if (point) link(point)
    }
  }
  return links
}

import { lateInteraction } from '../../domain/ranking/token-vectors.ts'
import { type AskedVector, cosine } from '../../domain/ranking/vector.ts'
import { trustRank } from '../../domain/statement/source.ts'
import type { ChunkPoint, FoundPoint, VectorScope } from './vector-store.ts'

/** The vector store with some points more, or in another state: what a look as of a time has brought back, and nobody has put. */
export function withPoints(
  vectors: VectorScope,
  points: readonly ChunkPoint[],
): Pick<VectorScope, 'nominate' | 'around'> {
  const own = new Set(points.map(({ id }) => id))
  const isOther = ({ id }: { readonly id: number }) => !own.has(id)
  const inSight = (personas: readonly string[] | null) =>
    points.filter(({ persona }) => personas === null || personas.includes(persona))
  const toFound = (vector: AskedVector) => (point: ChunkPoint) => {
    const { vectors: all, words: _, key: __, source: ___, ...rest } = point
    const meaning = Math.max(...all.map((one) => cosine(one, vector)))
    const tokens = all[0]?.tokens
    const late = vector.asked && tokens?.length ? lateInteraction(vector.asked, tokens) : null
    return { point, found: { ...rest, meaning, late } satisfies FoundPoint }
  }

  return {
    async nominate(wanted) {
      const { personas, vector, words, nearest, nearestOfUser, bestByWords, only = null } = wanted
      const others = only?.filter((id) => !own.has(id)) ?? null
      const there =
        others?.length === 0 ? { points: [], byWords: [] } : await vectors.nominate({ ...wanted, only: others })
      const asked = new Set(words)
      const among = only && new Set(only)
      const near = inSight(personas)
        .filter(({ id }) => !among || among.has(id))
        .map(toFound(vector))
        .sort((a, b) => b.found.meaning - a.found.meaning)
      const byWords = near
        .map((one) => ({ ...one, shared: one.point.words.filter((word) => asked.has(word)).length }))
        .filter(({ shared }) => shared > 0)
        .sort((a, b) => b.shared - a.shared)
        .slice(0, bestByWords)
      const ofUser = near.filter(({ point }) => point.source === trustRank('user')).slice(0, nearestOfUser)
      const found = new Set([...near.slice(0, nearest), ...ofUser, ...byWords].map((one) => one.found))
      return {
        points: [...there.points.filter(isOther), ...found],
        byWords: [...byWords.map(({ found: { id } }) => id), ...there.byWords.filter((id) => !own.has(id))],
      }
    },
    async around(places, wanted) {
      const there = await vectors.around(places, wanted)
      const standing = inSight(wanted.personas).filter(({ session, place }) =>
        places.some((run) => run.session === session && place >= run.from && place <= run.to),
      )
      return [...there.filter(isOther), ...standing.map(toFound(wanted.vector)).map(({ found }) => found)]
    },
  }
}

import type { MemoryId } from '../../domain/memory-id.ts'
import type { EntityRecord, Evidence, MemoryRecord, Place, StoredChunk, StoredFact } from '../records.ts'

/** A chunk with its place in the text that brought it. */
export type PlacedChunk = StoredChunk & { readonly start: number }

/** A name in a memory, and whether it was met before that. */
export interface Met {
  readonly key: string
  readonly before: number
}

/** What a store looks up for a revision, all of it in one namespace. */
export interface RevisionLooks {
  records(ids: readonly number[]): readonly MemoryRecord[]
  chunks(ids: readonly number[]): readonly PlacedChunk[]
  /** Chunks by what they state, in the order of their ids. */
  saying(statements: readonly { readonly persona: string; readonly statement: number }[]): readonly PlacedChunk[]
  evidence(targets: readonly MemoryId[]): readonly Evidence[]
  facts(ids: readonly number[]): readonly StoredFact[]
  /** All that competes in these places. */
  standing(places: readonly Place[]): readonly StoredFact[]
  /** Every fact in which one of the entities stands, on either side, values too; no abstractions. */
  touching(keys: readonly string[]): readonly StoredFact[]
  /** Of these entities those that stand in a fact which an earlier memory brought, and none of `besides`. */
  metBefore(asked: { readonly met: readonly Met[]; readonly besides: readonly number[] }): readonly Met[]
  entities(keys: readonly string[]): readonly EntityRecord[]
  /**
   * Entities that have to do with one of the names, `mayBeLookedUpBy`: who goes by it, which may be a part of what they are called, and who is
   * called something of which it is a part.
   */
  named(names: readonly string[]): readonly string[]
}

export type Look = {
  readonly [Kind in keyof RevisionLooks]: { readonly kind: Kind; readonly wanted: Parameters<RevisionLooks[Kind]>[0] }
}[keyof RevisionLooks]

/** A rule that looks things up on its way. */
export type Looking<T> = Generator<Look, T, unknown>

export function* look<Kind extends keyof RevisionLooks>(
  kind: Kind,
  wanted: Parameters<RevisionLooks[Kind]>[0],
): Looking<ReturnType<RevisionLooks[Kind]>> {
  if (Array.isArray(wanted) && wanted.length === 0) return [] as unknown as ReturnType<RevisionLooks[Kind]>
  return (yield { kind, wanted } as Look) as ReturnType<RevisionLooks[Kind]>
}

/** Answers a look. */
export const answerLook = (looks: RevisionLooks, { kind, wanted }: Look): unknown =>
  (looks[kind] as (wanted: unknown) => unknown)(wanted)

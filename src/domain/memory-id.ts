/** `c12` a chunk, `f7` a fact. Never reused inside a namespace. */
export type MemoryId = `c${number}` | `f${number}`

export const toChunkId = (id: number): `c${number}` => `c${id}`
export const toFactId = (id: number): `f${number}` => `f${id}`

const numbersOf =
  (kind: 'c' | 'f') =>
  (ids: readonly string[]): number[] =>
    ids.flatMap((id) => (id.startsWith(kind) ? Number(id.slice(1)) : []))

/** The numbers of the chunks among the ids. */
export const chunksIn = numbersOf('c')
/** The numbers of the facts among the ids. */
export const factsIn = numbersOf('f')

/** The id of a memory, which is the record of one ingested text: sortable by creation. */
export const toRecordId = (id: number): `m_${string}` => `m_${id.toString(36).padStart(8, '0')}`

import type { Scopes } from './scopes.ts'

/** The vector store has these chunks now. Such as were erased meanwhile it has to let go again. */
export async function settleChunks({ vectors, graph }: Scopes, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || (await graph.settle(ids))) return
  const there = new Set((await graph.chunks(ids)).map(({ id }) => id))
  await vectors.remove(ids.filter((id) => !there.has(id)))
}

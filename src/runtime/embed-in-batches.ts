interface BatchEmbedder {
  readonly limits: { readonly maxBatch: number }
  embed(texts: readonly string[], kind: 'passage'): Promise<Float32Array[]>
}

/** A vector for each text, in their order, with as many texts in a call as the embedder takes. */
export async function embedInBatches(embedder: BatchEmbedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += embedder.limits.maxBatch)
    vectors.push(...(await embedder.embed(texts.slice(at, at + embedder.limits.maxBatch), 'passage')))
  return vectors
}

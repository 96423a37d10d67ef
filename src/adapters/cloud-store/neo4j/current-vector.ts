/**
 * A namespace that was embedded anew changes over in a moment: its memories keep both vectors, and the one that counts is that of the
 * embedder in use (`$current`, a parameter of every query). Afterwards the new ones take the place of the old, slice by slice.
 */
export const FACT_VECTOR = 'CASE WHEN r.nextFor = $current THEN r.nextVector ELSE r.vector END'
export const CHUNK_VECTORS = 'CASE WHEN c.nextFor = $current THEN c.nextVectors ELSE c.vectors END'

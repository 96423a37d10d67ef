/** The weights this adapter was built with; written by scripts/model/export.py. Another id, other vectors. */
export const MODEL = {
  id: 'edge-brain-encoder-1-aef08f75',
  dimensions: 256,
  prefixDimensions: 128,
} as const

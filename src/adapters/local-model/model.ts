/** The weights this adapter was built with; written by scripts/model/export.py. Another id, other vectors. */
export const MODEL = {
  id: 'edge-brain-encoder-1-6238b0e3',
  dimensions: 256,
  prefixDimensions: 128,
} as const

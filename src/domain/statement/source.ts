/** Who a memory comes from. The order is the order of trust: what an earlier one says beats what a later one says. */
export const SOURCES = ['user', 'document', 'assistant'] as const

export type Source = (typeof SOURCES)[number]

/** 0 is the most trusted. */
export const trustRank = (source: Source): number => SOURCES.indexOf(source)

export const sourceConfidence: Record<Source, number> = { user: 1, document: 0.9, assistant: 0.7 }

interface Part {
  readonly field: string
  readonly label: string
  /** What it comes to at most, so that bars can be compared. */
  readonly most: number
  readonly isSigned?: boolean
}

/** Parts of a score in the words of the field. */
export const SCORE_PARTS: readonly Part[] = [
  { field: 'rank', label: 'all together', most: 1.5 },
  { field: 'meaning', label: 'meaning', most: 1 },
  { field: 'words', label: 'words', most: 1 },
  { field: 'coverage', label: 'words covered', most: 1 },
  { field: 'who', label: 'who it is about', most: 1 },
  { field: 'session', label: 'same session', most: 1 },
  { field: 'reply', label: 'reply to it', most: 1 },
  { field: 'window', label: 'what stands around', most: 1 },
  { field: 'proximity', label: 'near in the graph', most: 1 },
  { field: 'named', label: 'reading: names', most: 1, isSigned: true },
  { field: 'answers', label: 'reading: answers it', most: 1, isSigned: true },
  { field: 'corrects', label: 'reading: corrects', most: 1, isSigned: true },
  { field: 'leads', label: 'reading: leads there', most: 1, isSigned: true },
  { field: 'outdated', label: 'time: outdated', most: 1, isSigned: true },
  { field: 'overturns', label: 'time: overturns', most: 1, isSigned: true },
  { field: 'doubt', label: 'doubt', most: 1, isSigned: true },
  { field: 'reranked', label: 'reranker: answers now', most: 8, isSigned: true },
  { field: 'answered', label: 'reranker: answers or did', most: 8, isSigned: true },
  { field: 'outstanding', label: 'stands out', most: 1, isSigned: true },
]

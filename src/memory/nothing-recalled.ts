import type { RecallPlan, Recollection } from '../ports/recollection.ts'

/** What a recall finds where there is nothing. */
export const nothingRecalled = ({ words }: Pick<RecallPlan, 'words'>): Recollection => ({
  ...{ chunks: [], around: [], facts: [], rivals: [], degraded: [] },
  corpus: { chunks: 0, averageWords: 0, frequencies: words.map(() => 0), sessions: 0, speakers: [] },
})

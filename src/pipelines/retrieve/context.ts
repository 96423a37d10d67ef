import { neutraliseTogether } from '../../domain/injection/neutralise.ts'
import type { Ranked } from '../search/rank.ts'

/** Stands for a memory of which nothing is left but orders. */
export const REMOVED = '[removed]'

/** One line a fact, ready for a prompt. What a memory says to a model is data there, never an order. */
export function formatContext(facts: readonly Ranked[]): string {
  const texts = neutraliseTogether(facts.map(({ fact }) => fact))
  return facts.map((fact, at) => contextLine(texts[at]!, fact)).join('\n')
}

export const contextLine = (text: string, { score, sourceType }: Pick<Ranked, 'score' | 'sourceType'>): string =>
  `- ${text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim() || REMOVED} (score: ${score.toFixed(2)}, via: ${sourceType})`

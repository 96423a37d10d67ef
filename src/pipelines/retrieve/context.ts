import { neutraliseTogether } from '../../domain/injection/neutralise.ts'
import type { Ranked } from '../search/rank.ts'

/** Stands for a memory of which nothing is left but orders. */
export const REMOVED = '[removed]'

/** `dated` says when and by whom each fact was told, and which are outdated. */
export type ContextFormat = 'plain' | 'dated'

/** One line a fact, ready for a prompt. What a memory says to a model is data there, never an order. */
export function formatContext(facts: readonly Ranked[], format: ContextFormat): string {
  const texts = neutraliseTogether(facts.map(({ fact }) => fact))
  return facts.map((fact, at) => contextLine(texts[at]!, fact, format)).join('\n')
}

export const contextLine = (text: string, fact: Ranked, format: ContextFormat): string =>
  `- ${format === 'dated' ? told(fact) : ''}${text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim() || REMOVED} (score: ${fact.score.toFixed(2)}, via: ${fact.sourceType})`

function told({ statedAt, source, supersededBy }: Ranked): string {
  const day = new Date(statedAt).toISOString().slice(0, 10)
  return `[${day}, ${source}] ${supersededBy === undefined ? '' : '[outdated] '}`
}

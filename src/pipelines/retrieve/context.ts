import { neutralise } from '../../domain/neutralise.ts'
import type { Ranked } from './rank.ts'

/** One line a fact, ready for a prompt. What a memory says to a model is data there, never an order. */
export const formatContext = (facts: readonly Ranked[]): string =>
  facts
    .map(
      ({ fact, score, source_type }) =>
        `- ${neutralise(fact).replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')} (score: ${score.toFixed(2)}, via: ${source_type})`,
    )
    .join('\n')

import type { Fact, Memory } from '../client.ts'

/** undefined: the query did not find it. */
export type ScoreOf = (memory: Pick<Memory, 'id' | 'text'>) => number | undefined

/**
 * The scores of what was found, by memory. What several memories state is found once and names the first that did, which may be none of
 * ours: whoever says all of its words states it too.
 */
export function scoresOf(facts: readonly Pick<Fact, 'memory_id' | 'fact' | 'score'>[]): ScoreOf {
  const found = facts.map(({ memory_id, fact, score }) => ({ memory_id, words: wordsOf(fact), score }))
  return ({ id, text }) => {
    const own = new Set(wordsOf(text))
    const states = found.filter(
      ({ memory_id, words }) => memory_id === id || (words.length > 0 && words.every((word) => own.has(word))),
    )
    return states.length === 0 ? undefined : Math.max(...states.map(({ score }) => score))
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

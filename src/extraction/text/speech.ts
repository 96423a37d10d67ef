import type { Source } from '../../domain/statement/source.ts'

/** Who "I" and "you" are in a stretch of text; null where nobody knows. */
export interface Speech {
  readonly first: string | null
  readonly second: string | null
}

export function speechOf(
  source: Source,
  speaker: string | null,
  kind: 'talk' | 'greeting' | 'letter' = 'talk',
): Speech {
  if (kind === 'letter') return { first: null, second: null }
  if (kind === 'greeting') return { ...speechOf(source, speaker), second: null }
  if (speaker !== null) {
    if (/^(?:the )?(?:user|human|customer)$/i.test(speaker)) return { first: 'user', second: 'assistant' }
    if (/^(?:assistant|ai|bot|chatbot|system)$/i.test(speaker)) return { first: 'assistant', second: 'user' }
    return { first: speaker, second: null }
  }
  if (source === 'user') return { first: 'user', second: 'assistant' }
  if (source === 'assistant') return { first: 'assistant', second: 'user' }
  return { first: null, second: null }
}

import { BrainError } from '../../../packages/client/src/client.ts'

/** An error as a sentence for the reader. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BrainError && error.code === 'connection_failed')
    return 'The service cannot be reached. Is it running?'
  const text = error instanceof BrainError ? error.detail : error instanceof Error ? error.message : String(error)
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

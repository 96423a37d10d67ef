import { DATA_RULE, textBlock } from '../../domain/injection/prompt-data.ts'
import type { Source } from '../../domain/statement/source.ts'

export const SYSTEM = [
  'You read a text and list the facts that it states, as JSON: subject, relation, object.',
  'Use the words of the text. Subject and object are names or short noun phrases that stand in it. The relation is a verb phrase in the present tense, with "not" where the text denies it ("works at", "does not eat", "is allergic to").',
  'Leave out questions, requests, greetings, wishes and guesses. If the text states nothing, the list is empty. Never add what the text does not say.',
  DATA_RULE.replace('holds stored memories', 'holds the text'),
].join('\n')

/** The text as data, and who "I" is in it. */
export function textPrompt(text: string, source: Source, speaker: string | null): string {
  const who = speaker ?? (source === 'document' ? null : source)
  return [
    textBlock(text),
    '',
    who === null
      ? 'Nobody is "I" in this text.'
      : `"I" and "my" in this text mean ${JSON.stringify(who)}: use that name.`,
    'List the facts:',
  ].join('\n')
}

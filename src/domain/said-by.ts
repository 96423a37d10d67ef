import type { Source } from './source.ts'
import { speakersNamed } from './speaker.ts'

const ASKS_THE_ASSISTANT =
  /\b(?:you|your|assistant)\b.*\b(?:recommend|suggest|advi[sc]e|propose|tell|told|say|said|mention|explain|give|gave|list|write|wrote)/i

/**
 * Who the question is about, as a test of what was said: the only participant that it names, or the user where there are roles.
 * null where nothing tells.
 */
export function saidByTheOneMeant(
  question: string,
  speakers: readonly string[],
  sources: ReadonlySet<Source>,
): ((said: { readonly speaker: string | null; readonly source: Source }) => boolean) | null {
  const named = speakersNamed(question, speakers)
  if (named.length === 1) return ({ speaker }) => speaker === named[0]
  if (!sources.has('user') || !sources.has('assistant') || ASKS_THE_ASSISTANT.test(question)) return null
  return ({ source }) => source === 'user'
}

import type { Source } from './source.ts'
import { speakersNamed } from './speaker.ts'

const ASKS_THE_ASSISTANT =
  /\b(?:you|your|assistant)\b.*\b(?:recommend|suggest|advi[sc]e|propose|tell|told|say|said|mention|explain|give|gave|list|write|wrote)/i

interface Said {
  readonly text: string
  readonly speaker: string | null
  readonly source: Source
  readonly session: number | null
}

/**
 * Who the question is about, as a test of what was said: the only participant that it names, or the user where there are roles. A note that
 * stands beside conversations has no speaker and counts as one of theirs, if it names the participant. null where nothing tells.
 */
export function saidByTheOneMeant(
  question: string,
  speakers: readonly string[],
  all: readonly Said[],
): ((said: Said) => boolean) | null {
  const named = speakersNamed(question, speakers)
  if (named.length === 1)
    return ({ text, speaker }) => (speaker === null ? speakersNamed(text, named).length > 0 : speaker === named[0])
  const has = (wanted: Source) => all.some(({ source }) => source === wanted)
  if (!has('user') || !has('assistant') || ASKS_THE_ASSISTANT.test(question)) return null
  const replies = all.some(({ source, session }) => source === 'assistant' && session !== null)
  const isNote = ({ speaker, source, session }: Said) =>
    speaker === null && (source === 'document' || (replies && session === null))
  return (said) => said.source === 'user' || isNote(said)
}

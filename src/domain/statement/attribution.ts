import type { Source } from './source.ts'
import { speakersNamed } from './speaker.ts'

const ASKS_THE_ASSISTANT =
  /\b(?:you|your|assistant)\b.*\b(?:recommend|suggest|advi[sc]e|propose|tell|told|say|said|mention|explain|give|gave|list|write|wrote)/i

/** A text, and whose it is. */
export interface Said {
  readonly text: string
  readonly speaker: string | null
  readonly source: Source
  readonly session: number | null
}

/** What the assistant knows is told in a sentence; what it answers is longer, or stands in a session. */
const LONGEST_NOTE = 160
const isReply = ({ source, session, text }: Said): boolean =>
  source === 'assistant' && (session !== null || text.length > LONGEST_NOTE)

/**
 * Who the question is about, as a test of what was said: the only participant that it names, or the user where an assistant replies. A note that
 * stands beside conversations has no speaker and counts as one of theirs, if it names the participant. null where nothing tells.
 */
export function attributionOf(
  question: string,
  speakers: readonly string[],
  all: readonly Said[],
): ((said: Said) => boolean) | null {
  const named = speakersNamed(question, speakers)
  if (named.length === 1)
    return ({ text, speaker }) => (speaker === null ? speakersNamed(text, named).length > 0 : speaker === named[0])
  if (!all.some(({ source }) => source === 'user') || !all.some(isReply) || ASKS_THE_ASSISTANT.test(question))
    return null
  return (said) => said.source === 'user' || (said.speaker === null && !isReply(said))
}

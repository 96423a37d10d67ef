import { surface } from '../analyse.ts'
import { wordSet } from '../words/word-set.ts'
import type { Reading } from './reading.ts'

/** What a sentence is about, where it says so before a colon: "printers: staff room is an HP", "For the move: I need a form". */
interface Topic {
  readonly text: string
  /** The token of the colon. */
  readonly end: number
}

const MOST_TOKENS = 5

/** Headings that say what kind of text follows, and not what it is about. */
const KINDS_OF_TEXT = wordSet(
  `note notes update updates correction edit reminder news question questions answer summary result results status example tip tips warning notice
  decision plan plans idea fact facts context background reason conclusion record file error mistake issue point list task tasks step item
  message mail email quote log sms letter memo minutes recap standup report info information advice caution heads-up fyi ps pps btw todo`,
)

export function topicOf({ analysis }: Reading): Topic | null {
  const { tokens, chunks } = analysis
  const end = tokens.findIndex(({ text }) => text === ':')
  if (end < 1 || end > MOST_TOKENS) return null
  const said = tokens.slice(0, end)
  const hasVerb = chunks.some(({ type, start }) => type === 'vg' && start < end)
  const namesSomething = said.some(({ pos }) => pos === 'NOUN' || pos === 'PROPN')
  if (hasVerb || !namesSomething || said.some(({ pos, lower }) => pos === 'PRON' || KINDS_OF_TEXT.has(lower)))
    return null
  return { text: surface(analysis, 0, end), end }
}

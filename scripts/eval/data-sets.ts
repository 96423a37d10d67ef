import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'

/** One person's isolated facts, each with a question in other words. They compete with each other. */
export interface Person {
  readonly person: string
  readonly facts: readonly { readonly fact: string; readonly question: string }[]
}

/** Facts that lead to each other, and questions whose answer lies one or two steps beyond what the question names. */
export interface World {
  readonly world: string
  readonly facts: readonly string[]
  readonly questions: readonly { readonly question: string; readonly hops: number; readonly answer: string }[]
}

export interface Turn {
  readonly id: string
  readonly session: number
  readonly date: string
  readonly speaker: string
  readonly text: string
}

export interface AskedQuestion {
  readonly q: string
  readonly category: string
  readonly evidence: readonly string[]
}

/** LoCoMo's neutral form; our own chats have it too. */
export interface Conversation {
  readonly id: string
  readonly turns: readonly Turn[]
  readonly questions: readonly AskedQuestion[]
  /** Questions that lean on the session they are asked in ("And what did he charge?"). */
  readonly followUps?: readonly { readonly q: string; readonly session: number; readonly evidence: readonly string[] }[]
}

export interface LifeQuestion {
  readonly query: string
  readonly kind: string
  readonly body?: { readonly persona?: string; readonly session_id?: string; readonly max_hops?: number }
  /** Which memories answer it, by their place; all of them are needed where `all` is set. */
  readonly expect?: readonly number[]
  readonly all?: boolean
  /** Memories that tell what no longer holds. */
  readonly stale?: readonly number[]
  /** Nothing in the life answers it. */
  readonly absent?: boolean
}

/** What somebody told over some months, as people write, and questions in other words. */
export interface Life {
  readonly name: string
  readonly memories: readonly {
    readonly text: string
    readonly source?: 'user' | 'assistant' | 'document'
    readonly session_id?: string
    readonly persona?: string
    readonly metadata?: { readonly date?: string }
  }[]
  readonly questions: readonly LifeQuestion[]
}

/** A few plain statements in the order of telling, a question, and which of them has to be first. */
export interface PlainCase {
  readonly kind: 'other' | 'change'
  readonly told: readonly string[]
  readonly query: string
  readonly first: number
}

const own = <T>(name: string): T => JSON.parse(readFileSync(join(import.meta.dirname, 'data', name), 'utf8')) as T

export const loadPeople = (): Person[] => own('personal-facts.json')
/**
 * `dev` and `accounts-dev` are there to develop on; the others were written by people who had not seen the code. Weights were chosen with a
 * look at the first two; `last` showed a fault that was mended; by the others nothing was chosen.
 */
export const LIFE_SETS = [
  'first',
  'new',
  'last',
  'held-out',
  'blind',
  'fresh',
  'later',
  'newest',
  'unseen',
  'recent',
  'latest',
  'accounts',
  'accounts-dev',
  'dev',
] as const
export type LifeSet = (typeof LIFE_SETS)[number]
export const loadLives = (set: LifeSet): Life[] => own(fileOf(set))
function fileOf(set: LifeSet): string {
  if (set === 'first') return 'lives.json'
  return set.startsWith('accounts') ? `${set}.json` : `lives-${set}.json`
}
/** `dev` was looked at when the rules of `another-thing.ts` were made; the others were written blind. */
export const PLAIN_SETS = ['blind', 'dev'] as const
export type PlainSet = (typeof PLAIN_SETS)[number]
export const loadPlain = (set: PlainSet): PlainCase[] => own(set === 'blind' ? 'plain.json' : `plain-${set}.json`)
export const loadWorlds = (): World[] => own('multi-hop.json')

/**
 * All chats are one user's: each alone has so few messages that nothing could be missed. Ids and sessions are made unique, and nothing else
 * is changed.
 */
export function loadChats(): Conversation {
  const chats = own<Conversation[]>('chats.json')
  const name = (chat: Conversation, id: string) => `${chat.id}/${id}`
  const session = (chat: number, number: number) => chat * 100 + number
  return {
    id: 'chats',
    turns: chats.flatMap((chat, at) =>
      chat.turns.map((turn) => ({ ...turn, id: name(chat, turn.id), session: session(at, turn.session) })),
    ),
    questions: chats.flatMap((chat) =>
      chat.questions.map((question) => ({ ...question, evidence: question.evidence.map((id) => name(chat, id)) })),
    ),
    followUps: chats.flatMap((chat, at) =>
      (chat.followUps ?? []).map((asked) => ({
        ...asked,
        session: session(at, asked.session),
        evidence: asked.evidence.map((id) => name(chat, id)),
      })),
    ),
  }
}

export const WHERE_TO_GET_LOCOMO =
  'LoCoMo (CC BY-NC 4.0) is at https://github.com/snap-research/locomo. Bring it into this form: [{ "id", "turns": [{ "id", "session", "date", "speaker", "text" }], "questions": [{ "q", "category", "evidence": [turn ids] }] }].'

export function loadConversations(path: string): Conversation[] {
  try {
    const conversations = JSON.parse(readFileSync(path, 'utf8')) as Conversation[]
    if (!Array.isArray(conversations) || !conversations.every(({ turns, questions }) => turns && questions)) throw 0
    return conversations
  } catch {
    throw new Problem(`${path} cannot be read as conversations. ${WHERE_TO_GET_LOCOMO}`)
  }
}

/** As a client would store it: the user's and the assistant's words bare, anyone else's with a label. */
export const toItem = (turn: Turn, persona: string) => ({
  ...(isRole(turn.speaker)
    ? { text: turn.text, source: turn.speaker }
    : { text: `${turn.speaker}: ${turn.text}`, source: 'document' as const }),
  persona,
  session_id: sessionId(persona, turn.session),
  metadata: { turn: turn.id, session: turn.session, date: turn.date },
})

const isRole = (speaker: string): speaker is 'user' | 'assistant' => speaker === 'user' || speaker === 'assistant'

export const sessionId = (persona: string, session: number): string => `${persona}/${session}`

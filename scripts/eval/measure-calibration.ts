import type { Brain, Query } from './brain.ts'
import type { Conversation, Person } from './data-sets.ts'
import { type Finding, mean, share } from './figures.ts'

export interface Band {
  readonly from: number
  readonly to: number
  readonly facts: number
  /** How many of them carry evidence. */
  readonly evidence: number
}

export interface CalibrationFigures {
  /** The bands of docs/api.md: directly relevant, probably, tangential. */
  readonly bands: readonly Band[]
  /** Tenths, for the plot. */
  readonly tenths: readonly Band[]
  /** What one pair talked about, asked of the next; null without dialogues. */
  readonly offTopic: OffTopic | null
  /** What the chats are about, asked of people of whom isolated facts are known. */
  readonly offTopicOfFacts: OffTopic
  readonly restated: {
    readonly texts: number
    readonly atLeast9: number
    readonly lowest: number
    readonly mean: number
  }
  /** Accounts that know one thing: how often it scores as at least probable for its own question, and for one it has nothing on. */
  readonly single: { readonly texts: number; readonly own: number; readonly other: number }
}

/** Questions about something never mentioned: how often anything scores as directly or probably relevant. */
export interface OffTopic {
  readonly questions: number
  readonly atLeast7: number
  readonly atLeast4: number
  readonly any: number
}

/** The band's upper end is the next one's lower end; 1 belongs to the last. */
export function bandsOf(findings: readonly Finding[], edges: readonly number[]): Band[] {
  const scored = findings.flatMap(({ facts, evidence }) => {
    const wanted = new Set(evidence)
    return facts.map(({ score, metadata }) => ({ score, right: wanted.has(metadata?.turn ?? '') }))
  })
  return edges.slice(0, -1).map((from, at) => {
    const to = edges[at + 1]!
    const inside = scored.filter(({ score }) => score >= from && (score < to || to === 1))
    return { from, to, facts: inside.length, evidence: share(inside, ({ right }) => right) }
  })
}

const EDGES = [0.2, 0.4, 0.7, 1]
const TENTHS = Array.from({ length: 11 }, (_, at) => at / 10)

export async function measureCalibration(
  brain: Brain,
  findings: readonly Finding[],
  conversations: readonly Conversation[],
  people: readonly Person[],
  chats: Conversation,
  most: number,
): Promise<CalibrationFigures> {
  return {
    bands: bandsOf(findings, EDGES),
    tenths: bandsOf(findings, TENTHS),
    offTopic: conversations.length > 1 ? await measureOffTopic(brain, askedOfTheNext(conversations), most) : null,
    offTopicOfFacts: await measureOffTopic(brain, askedOfPeople(chats, people), most),
    restated: await measureRestated(brain, conversations, people, most),
    single: await measureSingle(brain, people),
  }
}

const askedOfTheNext = (conversations: readonly Conversation[]): Query[] =>
  conversations.flatMap(({ questions }, at) =>
    questions.map(({ q }) => ({ query: q, persona: conversations[(at + 1) % conversations.length]!.id })),
  )

const askedOfPeople = ({ questions }: Conversation, people: readonly Person[]): Query[] =>
  questions.map(({ q }, at) => ({ query: q, persona: `person-${people[at % people.length]!.person}` }))

async function measureOffTopic(brain: Brain, asked: readonly Query[], most: number): Promise<OffTopic> {
  const answers = await brain.retrieveAll(everyNth(asked, most), 'off topic')
  const best = answers.map(({ facts }) => facts[0]?.score ?? 0)
  return {
    questions: best.length,
    atLeast7: share(best, (score) => score >= 0.7),
    atLeast4: share(best, (score) => score >= 0.4),
    any: share(best, (score) => score >= 0.2),
  }
}

/** A stored sentence, word for word, as the query. */
async function measureRestated(
  brain: Brain,
  conversations: readonly Conversation[],
  people: readonly Person[],
  most: number,
) {
  const stored = [
    ...people.flatMap(({ person, facts }) =>
      facts.map(({ fact }, at) => ({ text: fact, persona: `person-${person}`, turn: `${person}-${at}` })),
    ),
    ...conversations.flatMap(({ id, turns }) =>
      turns.filter(({ text }) => isOneSentence(text)).map(({ text, id: turn }) => ({ text, persona: id, turn })),
    ),
  ]
  const asked = everyNth(stored, most)
  const answers = await brain.retrieveAll(
    asked.map(({ text, persona }) => ({ query: text, persona })),
    'restated',
  )
  const scores = answers.map(({ facts }, at) => {
    const own = facts.filter(({ metadata }) => metadata?.turn === asked[at]!.turn)
    return Math.max(0, ...own.map(({ score }) => score))
  })
  return {
    texts: scores.length,
    atLeast9: share(scores, (score) => score >= 0.9),
    lowest: Math.min(...scores),
    mean: mean(scores),
  }
}

const SINGLES = 80

/** Each in a persona of its own, which sees nothing else. */
async function measureSingle(brain: Brain, people: readonly Person[]) {
  const known = everyNth(
    people.flatMap(({ facts }) => facts),
    SINGLES,
  ).map(({ fact, question }, at) => ({ fact, question, persona: `single-${at}` }))
  await brain.ingest(
    known.map(({ fact, persona }) => ({ text: fact, persona })),
    'single memories',
  )
  const probable = async (queries: readonly Query[]) =>
    share(await brain.retrieveAll(queries, 'single memories'), ({ facts }) => (facts[0]?.score ?? 0) >= 0.4)
  const others = [...known.slice(known.length / 2), ...known.slice(0, known.length / 2)]
  return {
    texts: known.length,
    own: await probable(known.map(({ question, persona }) => ({ query: question, persona }))),
    other: await probable(known.map(({ persona }, at) => ({ query: others[at]!.question, persona }))),
  }
}

const isOneSentence = (text: string) => /^[^.!?\n]{25,160}[.!?]$/.test(text)

function everyNth<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most)
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]!)
}

import { pattern, WORD_RUNS } from '../../runtime/pattern.ts'
import { words } from '../word-lists.ts'

/** "Caroline: I moved to Oslo": the label names the speaker, who is kept beside the chunk. What is said goes on without it. */
export const withoutLabel = (text: string, speaker: string | null): string =>
  speaker === null ? text : text.replace(/^[^:：\n]{1,80}[:：]\s*/, '') || text

const firstName = (speaker: string): string => speaker.toLowerCase().split(/\s+/)[0]!

/** The speakers among `speakers` that a text names, by first name. */
export function speakersNamed(text: string, speakers: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(WORD_RUNS()) ?? [])
  return speakers.filter((speaker) => words.has(firstName(speaker)))
}

/** A question as its speaker himself would put it, and whose name was taken out of it. */
export interface AskedBySpeaker {
  readonly names: readonly string[]
  readonly text: string
}

const NAME = pattern(String.raw`(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}]+(?:['’]s)?(?![\p{L}\p{N}])`, 'gu')
const NOT_A_NAME = words(
  `what when where which who whom whose why how is are was were do does did has have had can could will would should may might the a an
   in on at of for from with and or but if my his her their our your it this that these those there tell show give list name i`,
)
const MOST_NAMES = 2

/**
 * What is said in the first person does not carry the name of who says it, and the name in a question pulls it away from such text: so a
 * question that may name a speaker is also asked in the first person. Whether the name is a speaker's only the store knows.
 */
export function askedBySpeakers(question: string): AskedBySpeaker[] {
  const found = [...question.matchAll(NAME())].map(([word]) => word.replace(/['’]s$/, '').toLowerCase())
  const names = [...new Set(found)].filter((name) => !NOT_A_NAME.has(name)).slice(0, MOST_NAMES)
  const sets = names.length > 1 ? [names, ...names.map((name) => [name])] : names.map((name) => [name])
  return sets.map((set) => ({ names: set, text: inFirstPerson(question, set) }))
}

const inFirstPerson = (question: string, names: readonly string[]): string =>
  question.replace(NAME(), (word) => {
    const owner = /['’]s$/.test(word)
    const name = word.replace(/['’]s$/, '').toLowerCase()
    return names.includes(name) ? (owner ? 'my' : 'I') : word
  })

/** The vector of the question as it has to be put to these speakers; null where it was not encoded so. */
export const vectorToAsk = <V>(
  plan: {
    readonly vector: V | null
    readonly asked: readonly { readonly names: readonly string[]; readonly vector: V | null }[]
  },
  speakers: readonly string[],
): V | null => {
  const way = bestAsked(plan.asked, speakers)
  return way ? way.vector : plan.vector
}

/** The one that takes out most names, all of them speakers'. */
export function bestAsked<T extends { readonly names: readonly string[] }>(
  asked: readonly T[],
  speakers: readonly string[],
): T | null {
  const known = new Set(speakers.map(firstName))
  const fitting = asked.filter(({ names }) => names.every((name) => known.has(name)))
  return fitting.reduce<T | null>((best, one) => (best && best.names.length >= one.names.length ? best : one), null)
}

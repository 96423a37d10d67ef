import { wordsOf } from '../domain/ranking/words.ts'
import { type Lasting, lastingKind } from '../domain/statement/lasting.ts'
import { tellsParting } from '../domain/statement/parting.ts'
import { tellsPassing } from '../domain/statement/passed-away.ts'
import { relationById } from '../domain/statement/relations.ts'
import { SAYS_CHANGE, type SentenceSign, signOfChange, signsOf } from '../domain/statement/sign-of-change.ts'
import { words } from '../domain/word-lists.ts'
import { pattern } from '../runtime/pattern.ts'
import type { ShownChunk } from './record-reader.ts'
import type { StoredFact } from './records.ts'

/** So many words are looked up at most. */
const MOST_WORDS = 200

const tellingWords = (text: string): string[] => [...new Set(wordsOf(text))].filter((word) => word.length > 2)
const nounsOf = (predicate: string): string[] => tellingWords((relationById(predicate)?.nouns ?? []).join(' '))

/** The words by which later texts may speak of these facts. */
export const wordsOfEnding = (facts: readonly StoredFact[]): string[] =>
  [
    ...new Set(
      facts.flatMap((fact) => {
        const kind = lastingKind(fact)
        return !kind ? [] : [...kind.ends, ...nounsOf(fact.predicate), ...tellingWords(fact.value)]
      }),
    ),
  ].slice(0, MOST_WORDS)

/** Whoever leaves himself out speaks of himself: "Moved. New address: …". */
const LEFT_OUT = words(
  `just so and but then also finally now already officially really ok okay well btw yes yeah update news the a an new old got have
   has handing in been am be was were our we ve re is it s m on to of from taking starting this that today yesterday tomorrow house`,
)
const SELF = words('i im ive ill id we weve were me')
const WORDS_AND_MARKS = pattern(String.raw`[\p{L}\p{N}']+|[,;:()!?.–—]`, 'gu')

/** Does one who tells of "moved" or "notice" in this sentence tell it of himself? */
function speaksOfSelf(sentence: string, cues: ReadonlySet<string>): boolean {
  const said = sentence.toLowerCase().match(WORDS_AND_MARKS()) ?? []
  const at = said.findIndex((word) => wordsOf(word).some((one) => cues.has(one)))
  const before = said.slice(0, at).map((word) => word.replaceAll("'", ''))
  const inClause = before.slice(before.findLastIndex((word) => /\W/.test(word)) + 1)
  return before.some((word) => SELF.has(word)) || before.at(-1) === 'my' || inClause.every((word) => LEFT_OUT.has(word))
}

/** Of "Eleanor's dead" and "Tess's just left" nobody owns anything. */
const GOES_ON = words(
  `been just now not no never still also already really sadly finally and being getting going leaving left moved moving gone seeing dating
   divorcing with out off over back in at on my our a an the`,
)
/** "Eleanor's sudden death" is hers. */
const OWN_END = /^ ?\S+ (?:death|funeral|passing)\b/i
const POSSESSOR = pattern(String.raw`[\p{L}\p{M}\p{N}-]{1,40}(?:['’]s|(?<=s)['’])(?= +([\p{L}\p{M}\p{N}]+))`, 'giu')

/** The words of a sentence without the names of those of whom something else is told: of "Eleanor's cat died", without "Eleanor". */
const wordsWithoutPossessors = (sentence: string, kept: readonly string[]): ReadonlySet<string> =>
  new Set(
    wordsOf(
      sentence.replace(POSSESSOR(), (owner, next: string, at: number) => {
        const isPart = GOES_ON.has(next.toLowerCase()) || wordsOf(next).some((word) => kept.includes(word))
        return isPart || OWN_END.test(sentence.slice(at + owner.length)) ? owner : ' '
      }),
    ),
  )

/** "Passed", as full-text search knows it. */
const PASSED = 'pass'

/** A chunk with its sentences, read once for all facts. */
export interface ReadChunk extends ShownChunk {
  readonly sentences: readonly (SentenceSign & { readonly said: ReadonlySet<string> })[]
}

export const readChunk = (chunk: ShownChunk): ReadChunk => ({
  ...chunk,
  sentences: signsOf(chunk.text).map((one) => ({ ...one, said: new Set(wordsOf(one.sentence)) })),
})

/**
 * Does a later text say that something changed of what the fact states, without a fact of its own in the same place? "Moved! New address:
 * …" ends where somebody lives, though nobody could read from it where. In doubt it does: what may be over is not told as what holds.
 */
export function mayHaveEnded(fact: StoredFact, later: ReadChunk): boolean {
  const kind = lastingKind(fact)
  if (!kind || later.source > fact.source) return false
  // Such a name may own what is spoken of.
  const isOfOne = kind.ofOthers || kind.diesWith !== undefined
  const isFamily = kind.span === 'ever' && kind.ofOthers
  const isLater = later.statedAt > fact.statedAt && later.id !== fact.chunk
  // Who died is told so in the same breath as well, and before.
  const atAnyTime = new Set(kind.diesWith)
  if (!isLater && atAnyTime.size === 0) return false
  const value = tellingWords(fact.value)
  const ends = new Set(kind.ends.filter((word) => !value.includes(word)))
  const nouns = new Set(isFamily ? [] : nounsOf(fact.predicate))
  const ofUser = fact.subject === 'user'
  const subject = new Set(tellingWords(fact.subject))
  return later.sentences.some(({ sentence, said, sign: own, unreal }, at, all) => {
    if (unreal) return false
    // "I meant to stay on Hill Street. I have revised that."
    const next = all[at + 1]
    const sign = Math.max(own, next && !next.unreal ? next.sign : 0)
    const parts = kind.parts === true && tellsParting(sentence)
    const tells = (word: string) =>
      atAnyTime.has(word) ? word !== PASSED || tellsPassing(sentence) : !kind.parts || parts
    const cues = new Set([...ends].filter((word) => said.has(word) && tells(word)))
    const told = isOfOne && /['’]/.test(sentence) ? wordsWithoutPossessors(sentence, [...ends, ...value]) : said
    const namesValue = value.length > 0 && value.every((word) => told.has(word))
    if (!isLater) return namesValue && isAmong(atAnyTime, cues)
    const isTheirs = ofUser ? !kind.ofOthers && speaksOfSelf(sentence, cues) : isAmong(subject, said)
    // Nobody tells of his own death: "I heard that Bob died" ends no marriage, "I am alone since my wife died" does.
    const isMeant = () =>
      isTheirs && (!isAllAmong(cues, atAnyTime) || (!ofUser && isAmong(subject, told)) || namesRole(kind, told))
    if ((cues.size > 0 && (namesValue || isMeant())) || (parts && namesValue)) return true
    if (!ofUser && !isTheirs) return false
    return (
      (sign >= SAYS_CHANGE && namesValue && isChangedByItself(kind)) || (own >= SAYS_CHANGE && isAmong(nouns, told))
    )
  })
}

const isAmong = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].some((word) => all.has(word))

const isAllAmong = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((word) => all.has(word))

/** Of several one may be another: of "my sister died" it is not known which. */
const namesRole = ({ one, relations }: Lasting, told: ReadonlySet<string>): boolean =>
  one === true && [...relations].some((predicate) => nounsOf(predicate).some((noun) => told.has(noun)))

const isChangedByItself = ({ span, ofPeople }: Lasting): boolean => span !== 'ever' && !ofPeople

/** What somebody is or works as, in a common noun. */
const isOccupation = (fact: StoredFact): boolean =>
  fact.predicate === 'works_as' || (fact.predicate === 'is_a' && lastingKind(fact)?.span === 'state')

const HOMES = words('lives_in address')

/** Is the newer one what became of the older: a nurse who now works as a teacher, an address before somebody lived elsewhere? */
export function mayHaveReplaced(older: StoredFact, newer: StoredFact, stating: ShownChunk | undefined): boolean {
  if (older.subject !== newer.subject || newer.statedAt <= older.statedAt || newer.chunk === older.chunk) return false
  if (HOMES.has(older.predicate)) return HOMES.has(newer.predicate)
  if (!isOccupation(older) || !isOccupation(newer)) return false
  return newer.predicate === 'works_as' || (stating !== undefined && signOfChange(stating.text) >= SAYS_CHANGE)
}

/** "We are Ferret Weather now" names a band, and nobody in it. */
export const isNameOfSeveral = ({ predicate, subject, value }: StoredFact, stating: ShownChunk | undefined): boolean =>
  predicate === 'is_a' &&
  subject === 'user' &&
  stating !== undefined &&
  stating.text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(value)[0]!
    .trimEnd()
    .match(/\bwe(?:'re| are|re)$/) !== null

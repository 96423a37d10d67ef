import { namedDate } from '../domain/date/named-date.ts'
import type { ExtractedFact, Extraction, ExtractionInput } from '../domain/statement/fact.ts'
import { isPassedOn } from '../domain/statement/passed-on.ts'
import { claimOf } from '../domain/statement/slot.ts'
import { atOnce } from '../runtime/in-turns.ts'
import { analyse } from './analyse.ts'
import { dropsSubject } from './clauses/dropped-subject.ts'
import type { Draft } from './facts/reading.ts'
import { sentenceFacts } from './facts/sentence-facts.ts'
import type { Lexicon } from './lexicon.ts'
import { absoluteDates } from './text/dates.ts'
import {
  isBegunAnew,
  isCorrectedAtOnce,
  isHearsay,
  isJoke,
  isLaughed,
  isMadeUp,
  isProse,
  isRequest,
  reminderLength,
  takesBack,
} from './text/gates.ts'
import { isEnglish } from './text/language.ts'
import { withoutOthersWords } from './text/quotes.ts'
import { createReferences } from './text/references.ts'
import { sentencesOf } from './text/sentences.ts'
import { type SpeakerLabel, speakerLabel } from './text/speaker-label.ts'
import { speechOf } from './text/speech.ts'
import { beginsLetter, greetsByName, isLabelledUnreal, isSignedLetter } from './text/whose-words.ts'
import { why } from './why.ts'

/** A text states no more than this many facts; what is longer is read to here, so that one text cannot flood the graph. */
const MAX_FACTS = 500
/** What is laughed about is that much less sure. */
const LAUGHED = 0.25

/** Sentences that state nothing, by their words alone. Looked at before any analysis, so that they cost nothing. */
const SILENT_SENTENCES: readonly {
  readonly name: string
  readonly when: (sentence: string, lexicon: Lexicon, text: string) => boolean
}[] = [
  { name: 'no-prose', when: (sentence) => !isProse(sentence) },
  { name: 'other-language', when: (...said) => !isEnglish(...said) },
  { name: 'request', when: isRequest },
  { name: 'hearsay', when: isHearsay },
  { name: 'joke', when: isJoke },
  { name: 'made-up', when: isMadeUp },
  { name: 'corrected-at-once', when: isCorrectedAtOnce },
]

/** "my mother in law" is no mother of mine, and "my ex wife" no wife. */
const IN_LAW =
  /\b(?:mother|father|sister|brother|son|daughter|parent)s? in law\b|\bex (?=wife|husband|girlfriend|boyfriend|partner)\w+/gi

/** Who speaks: "signed by yours truly", "yours truly paid"; but "Yours truly, Ada" closes a letter. */
const BY_YOURS_TRULY =
  /(?<=\b(?:by|to|for|with|from|of|on|at|than|like|about|and) )(?:yours truly|muggins here)\b(?! [a-z])|(?<=\b(?:by|to|for|with|from|of|on|at|than|like|about) )(?:yours truly|muggins here)\b/g
const YOURS_TRULY_DOES =
  /(?<=^|[,;:] |\b(?:and|but) )(?:yours truly|muggins here)(?= [a-z])|^(?:Yours truly|Muggins here)(?= [a-z])/g

/** "my step daughter" */
const STEP = /\bstep[ -](?=(?:son|daughter|mother|father|mum|mom|dad|sister|brother)\b)/gi

/** "I'm Tess by the way", "flights are 740 rn"; but "she is an RN", "the ATM" */
const BY_THE_WAY =
  /,? (?:[Bb]y the way|btw|BTW|tbh|TBH|tbf|obvs|obvi|imo|IMO|imho|fwiw|[Tt]o be honest|[Ff]or the record|(?<!\b(?:[Aa]n?|[Tt]he|my|this|that|every|one) )(?:rn|atm|ngl))(?=[,.!?]| and\b| but\b|$)/g

/** "Harold got 88 jeje" */
const LAUGHING_AT_THE_END = /,? (?:(?:ha){2,}h?|hehe+|(?:je){2,}|(?:ja){2,}|k{3,}|lol|lmao)\W*$/i

/** As it is typed in a hurry. */
const TOMORROW = /\b(?:tmrw|tmr|tmrrw|tmw|tomoz|2moro|2morrow|tomoro|tomorow|tommorow|tommorrow)\b/gi

const WITH_EFFECT_FROM = /\bw\.?e\.?f\.?(?= |$)/gi

/** Said by whoever speaks of themselves. */
const FIRST_PERSON = /\b(?:i|im|ive|me|my|we|us|our)\b/i

/** What is silent for these reasons tells nothing of whom the next sentence is about. */
const NO_WORDS: ReadonlySet<string> = new Set(['request', 'no-prose'])

/** What it takes to find the sentences, and to read one, in microseconds. */
const COST = { findCharacter: 0.2, sentence: 60, character: 12 }

/** Reads facts by grammar: a first guess of the parts of speech from the lexicon, clauses and roles from this folder. Under a millisecond a sentence. */
export const readText = (input: ExtractionInput, lexicon: Lexicon): Extraction => atOnce(readSentences(input, lexicon))

/** The same, sentence by sentence: each yields what it is going to take, in microseconds. */
export function* readSentences(
  { text: whole, source, now }: ExtractionInput,
  lexicon: Lexicon,
): Generator<number, Extraction> {
  yield whole.length * COST.findCharacter
  const opening = speakerLabel(whole, lexicon)
  const text = withoutOthersWords(whole, lexicon)
  const references = createReferences()
  const facts = new Map<string, ExtractedFact>()
  let label: SpeakerLabel | null = null
  const talk = isPassedOn(text) || isSignedLetter(text) ? 'letter' : greetsByName(text) ? 'greeting' : 'talk'
  let inLetter = false
  let last = -1
  let unreal = false
  // "possum. in the shed. chewed the cable": who left "I" out is the speaker only where they spoke of themselves before, or of nothing yet.
  let ownWords = true
  // "what's that physio called? had a greyhound"
  let asked = false
  const sentences = sentencesOf(text)
  for (const [index, { start, end }] of sentences.entries()) {
    if (facts.size >= MAX_FACTS) break
    yield COST.sentence + (end - start) * COST.character
    let from = start
    let unread = Math.max(last, 0)
    if (last < 0 || /[\n\r\u2028]/.test(text.slice(last, start))) {
      // Each line of a transcript may have a speaker of its own; a line without one goes on with the last.
      const found = speakerLabel(text.slice(start, start + 160), lexicon)
      if (found) {
        from = Math.min(end, start + found.length)
        // A letter ends where somebody else begins to speak.
        inLetter = false
        unread = start
      }
      label = found ?? label
      unreal = isLabelledUnreal(text.slice(from, end))
    }
    last = end
    inLetter ||= beginsLetter(text, unread, end, lexicon)
    from += reminderLength(text.slice(from, end))
    const sentence = text
      .slice(from, end)
      .replaceAll(IN_LAW, (words) => words.replaceAll(' ', '-'))
      .replaceAll(STEP, 'step')
      .replaceAll(BY_YOURS_TRULY, 'me')
      .replaceAll(YOURS_TRULY_DOES, 'I')
      .replace(BY_THE_WAY, '')
      .replace(LAUGHING_AT_THE_END, '')
      .replaceAll(TOMORROW, 'tomorrow')
      .replaceAll(WITH_EFFECT_FROM, 'from')
    const after = sentences[index + 1]
    references.begin(index, sentence)
    const silent = silenceOf(sentence, text, after && text.slice(after.start, after.end), unreal, lexicon)
    if (silent) {
      why?.steps.push({ stage: 'silent', rule: silent, about: sentence })
      if (!NO_WORDS.has(silent)) ownWords = FIRST_PERSON.test(sentence)
      continue
    }
    const speech = speechOf(source, label?.name ?? null, inLetter ? 'letter' : talk)
    const isSpeaker = speech.first !== null && (ownWords || label !== null) && !asked
    const { analysis, dropped } = analyseWithSubject(sentence, isSpeaker, lexicon)
    ownWords = dropped || FIRST_PERSON.test(sentence)
    asked ||= label === null && sentence.endsWith('?')
    const doubt = isLaughed(text.slice(from, end)) ? LAUGHED : 0
    for (const draft of sentenceFacts({ analysis, lexicon, speech, references, pronouns: new Map() })) {
      const fact = finish(draft, source === 'document' ? Number.NaN : now, start, end, doubt)
      const key = `${fact.subject.name}\n${fact.predicate}\n${fact.text}`
      why?.makers.set(fact, why.makers.get(draft) ?? [])
      if (!facts.has(key)) facts.set(key, fact)
    }
  }
  const named = opening && !/^(?:user|human|assistant|ai|bot|chatbot)$/.test(opening.name)
  return { facts: [...facts.values()], speaker: named ? opening.name : null }
}

/** `isSpeaker`: who is left out can be nobody but the speaker. */
function analyseWithSubject(sentence: string, isSpeaker: boolean, lexicon: Lexicon) {
  const plain = analyse(sentence, lexicon)
  if (!isSpeaker || !dropsSubject(plain)) return { analysis: plain, dropped: false }
  return { analysis: analyse(`I ${sentence[0]!.toLowerCase()}${sentence.slice(1)}`, lexicon), dropped: true }
}

/** Why a sentence states nothing, if it does not. */
function silenceOf(
  sentence: string,
  text: string,
  after: string | undefined,
  unreal: boolean,
  lexicon: Lexicon,
): string | undefined {
  if (after !== undefined && (takesBack(after) || isBegunAnew(sentence, after))) return 'taken-back'
  if (unreal) return 'labelled-unreal'
  return SILENT_SENTENCES.find(({ when }) => when(sentence, lexicon, text))?.name
}

/** A document's own "today" is unknown, so only what is said now gets absolute dates. */
function finish(draft: Draft, now: number, start: number, end: number, doubt: number): ExtractedFact {
  const { single, ...fact } = draft
  const claim = claimOf({
    subject: fact.subject.name,
    predicate: fact.predicate,
    object: fact.object.name,
    negated: fact.negated,
    aspect: fact.aspect,
    ...(single === undefined ? {} : { single }),
  })
  return {
    ...fact,
    text: absoluteDates(fact.text, now, fact.aspect === 'may' ? fact.text : fact.object.name),
    certainty: Math.round((fact.certainty - doubt) * 20) / 20,
    ...claim,
    date: namedDate(fact, now),
    start,
    end,
  }
}

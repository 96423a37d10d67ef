import type { Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import { isCopula } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import type { Reading } from './reading.ts'

/** Verbs that go without an object, but not after what they are done to: "those from May I moved". */
const DONE_OR_DOING = /^(?:move|shift|transfer|switch|change|return|start|begin|stop|drop|hang|turn|fly|sail)$/

/** "call it a day", "calls it quits" */
const ENDING = /^(?:day|night|quits)$/

/** "Sanne's the middle" beside "mine is the top one": a thing of hers is, that was named before. */
const isOfOwner = ({ subjects }: Clause, tokens: readonly Token[]): boolean =>
  subjects.some(({ np }) => /^(?:mine|yours|hers|ours|theirs)$/.test(tokens[np.head]!.lower))

/** "two thirds", "the rest" */
const PARTS = /^(?:half|halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?|rest|remainder|\d+ ?(?:%|percent))$/

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? ''

/** "to nobody", "for none of them" */
const isToNobody = ({ objects }: PrepositionalPhrase, tokens: readonly Token[]): boolean =>
  objects.some(({ np, end }) => end === np.end && /^(?:nobody|no-one|noone|none)$/.test(tokens[np.head]!.lower))

/** Clauses that are told in short: what they leave out, or what a small word of them takes back, was said of something else. */
export const SHORTENED_CLAUSES: readonly {
  readonly name: string
  readonly when: (clause: Clause, reading: Reading) => boolean
}[] = [
  // "the tent is dry and so is the rug": the rug is dry, and the tent no rug.
  {
    name: 'so-is-another',
    when: ({ verb, sharesSubject, objects }, { analysis: { tokens } }) =>
      sharesSubject &&
      /^(?:so|neither|nor)$/.test(wordAt(tokens, verb.start === verb.main ? verb.start - 1 : verb.start)) &&
      /^(?:be|have|do)$/.test(verb.lemma) &&
      objects[0]?.np.start === verb.end,
  },
  // "lent my tent to nobody"
  {
    name: 'to-nobody',
    when: ({ prepositions }, { analysis: { tokens } }) => prepositions.some((phrase) => isToNobody(phrase, tokens)),
  },
  // "he goes to the gym no, only to the pool"
  {
    name: 'no-behind-it',
    when: ({ verb, end }, { analysis: { tokens } }) =>
      end > verb.end && wordAt(tokens, end) === 'no' && /^(?:,|only|but)$/.test(wordAt(tokens, end + 1)),
  },
  // "the ferry Naxos to Paros takes an hour": Naxos does not.
  {
    name: 'from-one-to-another',
    when: ({ subjects, subjectEnd }, { analysis: { tokens } }) =>
      subjects.length === 1 &&
      subjects.some(
        ({ np }) =>
          np.nameFrom !== null &&
          !np.possessor &&
          np.end < subjectEnd &&
          tokens[np.end]!.lower === 'to' &&
          tokens[np.end + 1]?.pos === 'PROPN',
      ),
  },
  // "those for 2020 I moved to the attic": they were, and not I.
  {
    name: 'object-before-subject',
    when: ({ role, verb, objects, subjects, subjectStart }, { analysis: { chunks, tokens } }) => {
      if (role !== 'main' || objects.length > 0 || !DONE_OR_DOING.test(verb.lemma) || verb.passive) return false
      if (!subjects.some(({ np }) => np.pronoun)) return false
      let at = chunks.findIndex(({ start }) => start === subjectStart) - 1
      while (chunks[at]?.type === 'np' && chunks[at - 1]?.type === 'prep' && chunks[at - 2]?.type === 'np') at -= 2
      const before = chunks[at]
      if (before?.type !== 'np' || before.time || chunks[at - 1]?.type === 'prep') return false
      return (
        before.determiner !== null || before.possessor !== null || /^(?:those|these)$/.test(tokens[before.head]!.lower)
      )
    },
  },
  // "mine is the top shelf, Ada's the middle"
  {
    name: 'of-another-owner',
    when: ({ verb, subjects }, { analysis: { clauses, tokens } }) =>
      isCopula(verb) &&
      wordAt(tokens, verb.start) === "'s" &&
      subjects.every(({ np }) => !np.pronoun) &&
      clauses.some((other) => other.verb.end <= verb.start && isOfOwner(other, tokens)),
  },
  // "I'll call it a day"
  {
    name: 'calls-it-a-day',
    when: ({ verb, second, objects }, { analysis: { tokens } }) =>
      verb.lemma === 'call' &&
      second.some(({ np }) => tokens[np.head]!.lower === 'it') &&
      objects.some(({ np }) => ENDING.test(tokens[np.head]!.lower)),
  },
  // "reassigned Ada -> Bo": from whom, and to whom.
  {
    name: 'arrow',
    when: ({ end }, { analysis: { tokens } }) => {
      const [first, second] = [wordAt(tokens, end), wordAt(tokens, end + 1)]
      const length = /^(?:→|->|=>|-+>)$/.test(first) ? 1 : /^[-–=]$/.test(first) && second === '>' ? 2 : 0
      // "bought the depot -> 25 seats more": that is what it led to.
      return length > 0 && tokens[end + length]?.pos === 'PROPN'
    },
  },
  // "whatever our services print has to last"
  {
    name: 'whatever-is-done',
    when: ({ subjectStart, sharesSubject }, { analysis: { tokens } }) =>
      !sharesSubject && /^(?:whatever|whichever|whoever|whomever)$/.test(wordAt(tokens, subjectStart - 1)),
  },
  // "UPS mail report: battery 82 percent": a heading, of which a noun was taken for the verb.
  {
    name: 'heading-with-a-verb',
    when: ({ verb, end, prepositions }, { analysis: { tokens } }) =>
      tokens[verb.main]!.guessed === true && prepositions.length === 0 && wordAt(tokens, end) === ':',
  },
  // "has a voice like a foghorn"
  {
    name: 'has-what-is-like-it',
    when: ({ verb, objects, prepositions }) =>
      verb.lemma === 'have' &&
      objects.some(
        ({ np, end }) =>
          /^an?$/.test(np.determiner ?? '') &&
          prepositions.some(
            (phrase) =>
              phrase.preposition === 'like' &&
              phrase.start === end &&
              phrase.objects.every((like) => /^an?$/.test(like.np.determiner ?? '')),
          ),
      ),
  },
  // "Judith and Alan have the other two thirds": together, and neither has them.
  {
    name: 'have-a-part-together',
    when: ({ verb, subjects, objects, end }, { analysis: { tokens } }) =>
      subjects.length > 1 &&
      /^(?:have|own|hold|get|inherit|take|pay|keep)$/.test(verb.lemma) &&
      objects.some(({ np }) => PARTS.test(tokens[np.head]!.lower)) &&
      !tokens.slice(subjects[0]!.np.start, end + 1).some(({ lower }) => lower === 'each'),
  },
  // "I said you be a DJ": nobody is one yet.
  {
    name: 'be-without-modal',
    when: ({ verb, subjects, sharesSubject, inherited }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      !sharesSubject &&
      !inherited &&
      subjects.every(({ np }) => !/^(?:i|we)$/.test(wordAt(tokens, np.head))) &&
      !verb.modal &&
      verb.chain.length === 0 &&
      wordAt(tokens, verb.start) === 'be',
  },
  // "was rebuilt by infra": by somebody whose name was not read.
  {
    name: 'by-whom-is-unread',
    when: ({ verb, end, prepositions }, { analysis: { tokens } }) =>
      verb.passive &&
      tokens.some(
        ({ lower }, at) =>
          lower === 'by' && at >= verb.end && at < end && !prepositions.some(({ start }) => start === at),
      ),
  },
]

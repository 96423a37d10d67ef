import { relationByPhrase } from '../../../domain/statement/relations.ts'
import { TIME_NOUNS, WEEKDAYS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Silence } from '../fact-rule.ts'
import { isInJest } from '../jests.ts'
import { isEmpty, mentionOf } from '../mentions.ts'
import { type KnownObject, relationOfObject } from '../relation-of-object.ts'

const COMMUNICATION = wordSet('tell ask inform thank show remind let hear see get')

const AMOUNTS = wordSet(
  'pay owe cost charge earn want ask offer spend save quote bill fetch make raise sell buy get receive win weigh score bid invoice refund lend borrow',
)
const SPENDS_TIME = wordSet(
  'take need spend have get last give lose save cost add want book miss owe serve wait require allow',
)
/** What one keeps, has or loses as a figure of speech. */
const FIGURES = wordSet(
  'life sleep dignity mind temper patience heart head soul nerve peace hope faith cool shit l w voice breath',
)
const SPENDS = wordSet('pay owe cost charge earn spend')
const MOVES = wordSet('move push shift postpone delay extend cut bring put')

/** Objects of a verb that tell nothing, or of which nothing is told. */
export const SILENT_OBJECTS: readonly Silence<KnownObject>[] = [
  // "knows her stuff", "starts end of Feb": such a noun says nothing alone.
  {
    name: 'empty-noun',
    when: ({ reading, np, verb, noun }) => isEmpty(reading, np) && !relationByPhrase(`${verb} ${noun}`),
  },
  // "told me that …" is told by what follows; "asked Tom" says nothing that lasts.
  {
    name: 'told-somebody',
    when: ({ clause, np, mention }) =>
      COMMUNICATION.has(clause.verb.lemma) && clause.second.length === 0 && (np.pronoun || mention.kind === 'person'),
  },
  // "we do three", "I had 12": of what, is said elsewhere, unless it is money.
  {
    name: 'bare-number',
    when: ({ tokens, object, np, verb, noun }) =>
      object.end === np.head + 1 &&
      tokens[np.head]!.pos === 'NUM' &&
      (np.core === np.head ||
        !(
          /\d/.test(tokens[np.head]!.text) ||
          tokens.slice(np.core, np.head).some(({ pos }) => /^(?:PROPN|NUM|SYM)$/.test(pos))
        )) &&
      /^(?:all|both|null)$/.test(String(np.determiner)) &&
      !(AMOUNTS.has(verb) && (/\d/.test(tokens[np.head]!.text) || np.end - np.core > 1 || SPENDS.has(verb))) &&
      (verb === 'have' || verb === 'get' || !(relationByPhrase(`${verb} ${noun}`) ?? relationByPhrase(verb))),
  },
  // "paid Ono 880,000": whom and how much are no one thing.
  {
    name: 'name-and-amount',
    when: ({ tokens, np, verb }) =>
      (SPENDS.has(verb) || (verb === 'lend' && !np.determiner && !np.possessor)) &&
      tokens[np.head]!.pos === 'NUM' &&
      tokens[np.core]!.pos === 'PROPN' &&
      np.core < np.head,
  },
  // "Anouk scored 4.3 and the other candidate 4.1": somebody else's, of whom the verb is left out.
  {
    name: 'somebody-elses-number',
    when: ({ tokens, np, clause: { objects } }) =>
      tokens[np.end - 1]!.pos === 'NUM' &&
      tokens.slice(np.core, np.end - 1).some(({ pos }) => /^(?:NOUN|PROPN)$/.test(pos)) &&
      objects.some(
        (other) => other.end <= np.start && tokens[other.np.core]!.pos === 'NUM' && other.np.head === other.np.core,
      ),
  },
  // "gave Shabnam hers back": of what, is said elsewhere.
  {
    name: 'hers-alone',
    when: ({ tokens, np }) => /^(?:his|hers|theirs|ours|yours|mine)$/.test(tokens[np.head]!.lower),
  },
  // "picked no 2": the second, and not none.
  {
    name: 'number-after-no',
    when: ({ tokens, np, object, clause }) =>
      np.determiner === 'no' && clause.verb.lemma !== 'have' && /^\d\d?$/.test(tokens[object.end - 1]!.text),
  },
  // "had glaucoma and my aunt too": so had she.
  {
    name: 'somebody-else-too',
    when: ({ tokens, np, object, clause: { objects } }) =>
      tokens[object.end]?.lower === 'too' &&
      objects.indexOf(object) > 0 &&
      np.possessor !== null &&
      objects[0]!.np.possessor === null,
  },
  // "I'll give him that": in that he is right.
  {
    name: 'gives-that',
    when: ({ tokens, np, object, clause }) =>
      clause.verb.lemma === 'give' && np.pronoun && tokens[object.end]?.lower === 'that',
  },
  // "needs 4 horns + bumper": it is one of two.
  { name: 'after-a-plus', when: ({ tokens, np }) => tokens[np.start - 1]?.text === '+' },
  // "sang all the way home": how far, and not what.
  { name: 'all-the-way', when: ({ tokens, np }) => /^(?:way|right)$/.test(tokens[np.core]!.lower) },
  // "I owe her suya": her suya, or suya to her.
  {
    name: 'owner-unknown',
    when: ({ reading, subject, np }) =>
      subject.mention!.kind === 'user' && np.possessor?.pronoun === true && !mentionOf(reading, np.possessor),
  },
  // "drove 2 hours": for how long, and not what.
  {
    name: 'how-long',
    when: ({ tokens, np, clause }) =>
      !np.possessor &&
      !SPENDS_TIME.has(clause.verb.lemma) &&
      tokens[np.core]!.pos === 'NUM' &&
      TIME_NOUNS.has(tokens[np.head]!.lower),
  },
  // "I have a life", "I have sleep": nothing that one owns or gets.
  {
    name: 'figure-of-speech',
    when: ({ tokens, np, object }) =>
      object.end === np.end && np.core === np.head && FIGURES.has(tokens[np.head]!.lower),
  },
  // "moved a week": by how much, and not what.
  {
    name: 'moved-in-time',
    when: ({ tokens, np, clause }) =>
      MOVES.has(clause.verb.lemma) && !np.possessor && TIME_NOUNS.has(tokens[np.head]!.lower),
  },
  // "it keeps me going", "the crowd energised us": what a thing does to somebody is no fact about either.
  {
    name: 'thing-acts-on-somebody',
    when: ({ subject, np, clause }) => !subject.personal && np.pronoun && clause.second.length === 0,
  },
  // "fireworks calls x14": how often.
  { name: 'how-often', when: ({ tokens, np }) => /^(?:x\d+|\d+x)$/.test(tokens[np.core]!.lower) },
  // "Joost takes wednesdays off, i take fridays": off, or for something.
  {
    name: 'takes-a-day',
    when: ({ tokens, np, clause }) =>
      /^(?:take|do|have)$/.test(clause.verb.lemma) && np.core === np.head && WEEKDAYS.has(tokens[np.head]!.lower),
  },
  // "is replaced by "granite"": by it, and not it.
  {
    name: 'passive-before-a-quotation',
    when: ({ tokens, np, clause }) => clause.verb.passive && /^["'“”‘’]$/.test(tokens[np.start - 1]?.text ?? ''),
  },
  // "he politely had "flu" that evening": so called.
  {
    name: 'so-called',
    when: ({ tokens, np, clause }) =>
      /^(?:have|know|get|take|want|need|do)$/.test(clause.verb.lemma) &&
      /^[a-z]/.test(tokens[np.core]!.text) &&
      /^["“”]$/.test(tokens[np.start - 1]?.text ?? '') &&
      /^["“”]$/.test(tokens[np.end]?.text ?? ''),
  },
  // "speaks sarcasm", "married the sea": nobody does, but in jest.
  {
    name: 'of-no-such-kind',
    when: (at) => isInJest(at.reading, relationOfObject(at)?.id, at.np),
  },
]

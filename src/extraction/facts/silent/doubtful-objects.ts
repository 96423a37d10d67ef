import type { Clause } from '../../clauses/clause.ts'
import type { Token } from '../../tokens/token.ts'
import { SAYING, TIME_NOUNS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Silence } from '../fact-rule.ts'
import type { VerbReading } from '../headlines.ts'
import { GIVING_VERBS } from './giving-verbs.ts'

const MAKES_DO = wordSet('let make help watch see hear')

const BEGINS = wordSet('start begin end finish open close arrive leave depart stop happen release publish')

const DOINGS = wordSet('talking shouting talk rest work math maths sums')
const INTRANSITIVE = wordSet('sleep come sit stand lie die laugh cry smile fall happen arrive wait')

/** What two do with each other, and what they do so with something. */
const EACH_OTHER = wordSet('meet split argue row fight chat speak differ correspond clash')
const EACH_OTHER_WITH_THINGS = wordSet('swap embrace hug kiss quarrel argue trade')
const TALKS = /^(?:chat|talk|argument|row|fight|words?)$/

function isWithEachOther({ verb, objects, subjects, prepositions }: Clause, tokens: readonly Token[]): boolean {
  const isFollowedBy = (words: RegExp) => prepositions.some(({ preposition }) => words.test(preposition))
  const isTalk = verb.lemma === 'have' && objects.some(({ np }) => TALKS.test(tokens[np.head]!.lower))
  if (subjects.length > 1 && (isTalk || EACH_OTHER_WITH_THINGS.has(verb.lemma)) && !isFollowedBy(/^with$/)) return true
  const areSeveral = subjects.length > 1 || tokens[subjects[0]?.np.head ?? 0]!.lower === 'we'
  return (
    areSeveral &&
    objects.length === 0 &&
    !verb.passive &&
    EACH_OTHER.has(verb.lemma) &&
    !isFollowedBy(/^(?:with|from|to)$/)
  )
}

/** What stands after the verb is not what it is done to, or not all of it. */
export const DOUBTFUL_OBJECTS: readonly Silence<VerbReading>[] = [
  // "bought a laptop 640 eur and a chair 310": what goes with what, is in doubt.
  {
    name: 'two-lists',
    when: ({ clause: { objects, second } }) => second.length > 1 || (second.length > 0 && objects.length > 1),
  },
  // "took a stone the size of a fist": the second noun is no one to whom it is done.
  {
    name: 'second-noun',
    when: ({ clause: { verb, second } }) =>
      second.length > 0 && (!GIVING_VERBS.has(verb.lemma) || (verb.lemma === 'get' && !second[0]!.np.pronoun)),
  },
  // "gets the date wrong": and does not get it.
  {
    name: 'gets-it-some-way',
    when: ({ tokens, clause: { verb, objects } }) =>
      verb.lemma === 'get' &&
      objects.some(({ end }) => /^(?:wrong|right|done|ready|sorted|back|going)$/.test(tokens[end - 1]!.lower)),
  },
  // "used to find audiobooks dull": what one thinks of them, and nothing that was found.
  {
    name: 'finds-it-some-way',
    when: ({ clause: { verb } }) => verb.lemma === 'find' && !verb.past && !verb.perfect && !verb.passive,
  },
  // "had the Hendersons round": as guests.
  {
    name: 'had-round',
    when: ({ tokens, clause: { verb, objects } }) =>
      verb.lemma === 'have' &&
      objects.some(({ np, end }) => np.core < np.head && /^(?:round|over|on)$/.test(tokens[end - 1]!.lower)),
  },
  // "let her sweat": she does.
  {
    name: 'lets-somebody-do',
    when: ({ clause: { verb, second } }) => MAKES_DO.has(verb.lemma) && second.length > 0 && second[0]!.np.pronoun,
  },
  // "I am told by Bo that …", "told Bo order two", "told her June": what was said is another's or no thing.
  {
    name: 'told-somebody-something',
    when: ({ tokens, clause: { verb, second, objects }, agent, subject }) =>
      (agent !== undefined && subject.argument.np.pronoun && SAYING.has(verb.lemma)) ||
      (verb.lemma === 'tell' &&
        (second.length > 0 || objects.some(({ np }) => np.possessor?.pronoun || tokens[np.head]!.pos === 'PROPN'))),
  },
  // "begins 45 minutes before sunset", "gave Bo the week off": how long, and not what.
  {
    name: 'how-long',
    when: ({ tokens, clause: { verb, objects, second } }) =>
      objects.some(
        ({ np }) =>
          TIME_NOUNS.has(tokens[np.head]!.lower) &&
          !np.possessor &&
          (second.length > 0 ? np.determiner === 'the' : BEGINS.has(verb.lemma)),
      ),
  },
  // "called 7.28": at that time.
  {
    name: 'phoned-a-number',
    when: ({ tokens, clause: { verb, objects } }) =>
      /^(?:call|phone|ring)$/.test(verb.lemma) && objects.some(({ np }) => tokens[np.core]!.pos === 'NUM'),
  },
  // "Bran slept the useless article", "came a day early": such a verb is done to nothing.
  {
    name: 'object-of-no-object-verb',
    when: ({ clause: { verb, objects } }) =>
      INTRANSITIVE.has(verb.lemma) && objects.some(({ np }) => np.determiner !== null),
  },
  // "bar models instead of formula sheets": what is done, is said before or not at all.
  {
    name: 'instead-after-verb',
    when: ({ clause: { verb, objects, prepositions } }) =>
      objects.length === 0 && prepositions[0]?.preposition === 'instead of' && prepositions[0].start === verb.end,
  },
  // "started Couch to 5k", "does Monday to 6": a span whose end would be lost.
  {
    name: 'from-one-to-another',
    when: ({ tokens, clause: { verb, objects } }) =>
      !verb.passive &&
      !/^(?:raise|increase|change|push|cut|lower|reduce|move|extend|bring|put|take|shift|bump|drop|get|set|up|double|postpone|delay|give|sell|send|lend|pay|owe|offer|hand|grow|add)$/.test(
        verb.lemma,
      ) &&
      objects.some(({ end }) => tokens[end]?.lower === 'to' && tokens[end + 1]?.pos === 'NUM'),
  },
  // "my wife and I met at a funeral", "Gail and I had another chat", "Frau Keller and I have swapped spaces": with each other, and nobody else.
  { name: 'with-each-other', when: ({ tokens, clause }) => isWithEachOther(clause, tokens) },
  // "returned the green": which one is said elsewhere.
  {
    name: 'the-adjective',
    when: ({ tokens, clause: { objects } }) =>
      objects.some(({ np, end }) => end === np.end && np.determiner === 'the' && tokens[np.head]!.pos === 'ADJ'),
  },
  // "I do the talking": somebody else does not.
  {
    name: 'does-the-doing',
    when: ({ tokens, clause: { verb, objects } }) =>
      verb.lemma === 'do' &&
      objects.length > 0 &&
      objects.every(
        ({ np, end }) =>
          end === np.end && np.determiner === 'the' && np.core === np.head && DOINGS.has(tokens[np.head]!.lower),
      ),
  },
]

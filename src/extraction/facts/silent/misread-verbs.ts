import { isParticiple } from '../../words/verb-forms.ts'
import { PREPOSITIONS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Silence } from '../fact-rule.ts'
import { hasGuessedVerb, isHeadline, namesItsThing, type VerbReading } from '../headlines.ts'

/** Verbs too, but with an object. */
const MOSTLY_THINGS = wordSet(
  `subtitles requests notes letters papers views kits books bags snacks spaces names orders details cups prints pictures photos photographs files
  records lists labels samples screens shares tickets tools parts plans charts maps quotes articles results minutes numbers pages chapters boxes
  bottles cans packets pockets sketches drafts captions titles invoices bills stamps badges bugs tops`,
)

/** Of these there are works. */
const WORKS = wordSet(
  'bridge road roof street gas water track rail lift drain drainage pipe sewer repair maintenance construction building',
)

const PARTS_OF_A_DAY = /^(?:morning|mornings|afternoon|evening|night|nights|lunch|lunchtime|am|pm)$/

/** A noun, a day or a preposition was taken for the verb, or the verb for an adjective. */
export const MISREAD_VERBS: readonly Silence<VerbReading>[] = [
  { name: 'headline', when: isHeadline },
  { name: 'verb-in-doubt', when: hasGuessedVerb },
  { name: 'thing-and-its-name', when: namesItsThing },
  // "subtitles as separate files", "requests to Mr Lunn": things, where nothing is said that is done.
  {
    name: 'noun-in-s',
    when: ({ tokens, clause: { verb, objects, prepositions }, subject }) =>
      objects.length === 0 &&
      prepositions[0]?.start === verb.end &&
      verb.main === verb.start &&
      !subject.argument.np.pronoun &&
      (MOSTLY_THINGS.has(tokens[verb.main]!.lower) ||
        // "bridge works at the pier"
        (tokens[verb.main]!.lower === 'works' && WORKS.has(tokens[subject.argument.np.head]!.lower))),
  },
  // "separator bearings every 1,000 h": a thing.
  {
    name: 'noun-in-ings',
    when: ({ tokens, clause: { verb } }) =>
      /(?<!\b(?:br|s|str|sw|r|cl|fl|sl|spr|st|w))ings$/.test(tokens[verb.main]!.lower),
  },
  // "lines off Las Palmas": where they are.
  {
    name: 'preposition-as-verb',
    when: ({ tokens, clause: { verb } }) => verb.lemma !== 'like' && PREPOSITIONS.has(tokens[verb.main]!.lower),
  },
  // "a haircut with Bo sat morning", "visit hendricks sat 24": on Saturday.
  {
    name: 'saturday-as-verb',
    when: ({ tokens, clause: { verb } }) => {
      const [day, next] = [tokens[verb.main]!.lower, tokens[verb.end]]
      if (day === 'sat' && PARTS_OF_A_DAY.test(next?.lower ?? '')) return true
      return /^(?:sat|sun)$/.test(day) && next?.pos === 'NUM'
    },
  },
  // "I had preferred Rome": a verb that was taken for an adjective.
  {
    name: 'had-done',
    when: ({ reading, tokens, clause: { verb, objects } }) =>
      verb.lemma === 'have' &&
      objects.some(
        ({ np }) =>
          !np.determiner &&
          !np.possessor &&
          np.core < np.head &&
          tokens[np.head]!.pos === 'PROPN' &&
          isParticiple(tokens[np.core]!, reading.lexicon),
      ),
  },
]

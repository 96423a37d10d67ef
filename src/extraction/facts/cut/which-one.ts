import { VAGUE_PRONOUNS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Silence } from '../fact-rule.ts'
import type { CutReading } from './cut-reading.ts'
import { pointsAway } from './points-away.ts'

/** "put a man on it": where to is what these verbs tell. */
const PLACING = wordSet('put place set lay stick throw hang drop pin add bet spend base blame waste trust')
const TELLING = wordSet(
  'note message email mail letter text feeling idea hunch suspicion hope fear rumour rumor word reminder',
)
const RELATIVES = wordSet('who whom whose which that where')
const ANYBODY = wordSet(
  'person people guy guys man woman men women bloke lad lass girl boy lady fella chap kind sort type thing things stuff',
)

/** Which one it is, of what or to whom, stands behind the fact or is not said. */
export const WHICH_ONE: readonly Silence<CutReading>[] = [
  // "all our bread and most of my own problems": how many of the last, is lost.
  {
    name: 'most-of-something',
    when: ({ tokens, clause: { prepositions } }) =>
      prepositions.some(
        ({ preposition, start }) => preposition === 'of' && VAGUE_PRONOUNS.has(tokens[start - 1]!.lower),
      ),
  },
  // "I pay her 600": to her, and not hers.
  {
    name: 'her-and-a-number',
    when: ({ tokens, clause: { objects } }) =>
      objects.some(
        ({ np }) => tokens[np.start]!.lower === 'her' && np.core === np.head && tokens[np.head]!.pos === 'NUM',
      ),
  },
  // "I have a note that she wants to meet you": what it says, says all.
  {
    name: 'note-that-says-it',
    when: ({ tokens, clause: { objects } }) =>
      objects.some(({ np, end }) => TELLING.has(tokens[np.head]!.lower) && tokens[end]?.lower === 'that'),
  },
  // "212 machines which can't": how many there are that can, is not said.
  {
    name: 'those-which-do-not',
    when: ({ tokens, clause: { end } }) =>
      RELATIVES.has(tokens[end]?.lower ?? '') && tokens.slice(end, end + 3).some(({ pos }) => pos === 'NEG'),
  },
  // "I have become a person who checks", "is with the guy who did the roof": which one, is what follows.
  {
    name: 'somebody-who',
    when: ({ tokens, clause: { objects, prepositions }, told }) => {
      const last = prepositions.at(-1)?.objects.at(-1) ?? objects.at(-1)
      return (
        last !== undefined &&
        last.end === last.np.head + 1 &&
        last.np.core === last.np.head &&
        ANYBODY.has(tokens[last.np.head]!.lower) &&
        RELATIVES.has(tokens[last.end]?.lower ?? '') &&
        !told.endsWith(tokens[last.end]!.lower)
      )
    },
  },
  // "put a man on it": where to, is unknown.
  {
    name: 'puts-it-there',
    when: ({ tokens, clause: { verb, prepositions } }) =>
      PLACING.has(verb.lemma) && prepositions.some(({ start, end }) => pointsAway(tokens.slice(start, end))),
  },
]

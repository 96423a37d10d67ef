import type { Clause } from '../clauses/clause.ts'
import type { Token } from '../tokens/token.ts'
import { wordSet } from '../words/word-set.ts'

/** What verb and noun together never mean as they stand: "swallow my tongue", "ate his hat", "saw god". Data, not complete. */
const IDIOMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'swallow tongue pride words',
    'eat hat words heart dust crow',
    'bite tongue dust lip',
    'lose mind minds marbles plot thread nerve nerves head heads way face track count patience temper heart edge',
    'have laugh laughs giggle blast willpower nerve nerves word stomach guts mercy clue inkling hunch',
    'see god red ghosts light sense reason fit',
    'hold breath horses tongue grudge court candle',
    'tell lie lies truth tale tales',
    'take side sides mick piss plunge hint breath backseat mickey toll bait cue heed',
    'break heart hearts ice bank news silence',
    'drop ball penny hint hints bombshell',
    'pull leg legs strings plug weight rank face faces sickie',
    'hit roof ceiling road sack nail jackpot wall rocks spot fan',
    'kick bucket habit heels',
    'cross fingers mind',
    'keep fingers eyes head cool calm face distance word mind quiet',
    'raise roof stakes hell',
    'save day face breath skin bacon',
    'cost arm fortune bomb packet earth leg',
    'give hoot damn toss shit monkeys finger shove hand cold',
    'throw towel fit wobbly tantrum shade sickie',
    'turn corner tables heads cheek',
    'pay attention heed price lip',
    'jump gun shark',
    'miss point mark trick',
    'spill beans guts',
    'rock boat world',
    'call quits tune',
    'face music',
    'push luck daisies envelope buttons',
    'do splits honours',
    'make ends mind day sense',
    'run mouth',
    'play possum dumb god fool',
    'burn bridges rubber',
    'beat bush clock',
    'chew fat',
    'cut mustard corners',
    'go mile distance bananas spare mental mad nuts ballistic',
    'get grip hump drift creeps',
  ].map((line) => {
    const [verb = '', ...nouns] = line.split(' ')
    return [verb, new Set(nouns)]
  }),
)

/** Where nobody is, whatever is said: "she is in heaven", "I'm living at the office", "he turns in his grave". */
const NO_PLACES: Readonly<Record<string, ReadonlySet<string>>> = {
  be: wordSet('heaven hell stitches tears bits ribbons limbo pickle doghouse fence ropes warpath rocks brink'),
  live: wordSet('office work desk dream lie clouds past moment fear'),
  turn: wordSet('grave graves'),
  fall: wordSet('bits pieces'),
  get: wordSet('eye nerves bones knickers'),
}

/** "a finger", "my own tongue": only of the word alone, and not "my left hand" or "the hat of felt". */
export function isIdiom({ verb, objects, prepositions, second }: Clause, tokens: readonly Token[]): boolean {
  const nouns = IDIOMS.get(verb.lemma)
  const means = objects.some(
    ({ np, end }) => end === np.end && !np.pronoun && np.core === np.head && nouns?.has(tokens[np.head]!.lower),
  )
  if (means && second.length === 0) return true
  // "I live near my office"
  return prepositions.some(
    ({ preposition, objects }) =>
      (verb.lemma !== 'live' || /^(?:at|in|on)$/.test(preposition)) &&
      objects.some(({ np }) => NO_PLACES[verb.lemma]?.has(tokens[np.head]!.lower)),
  )
}

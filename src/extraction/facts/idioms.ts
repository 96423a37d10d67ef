import { relationByNoun } from '../../domain/statement/relations.ts'
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
    'have laugh laughs giggle blast willpower nerve nerves word stomach guts mercy clue inkling hunch green_fingers green_thumb two_left_feet opinions',
    'see god red ghosts light sense reason fit heaven hell',
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
    'jump gun shark ship',
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
    'get grip hump drift creeps cold_feet',
    'deserve oscar medal knighthood halo statue sainthood',
    'want moon',
    'count beans',
    'ask moon earth',
    'promise moon earth',
    'offer moon',
    'choose violence chaos peace war',
    'hear angels',
    'smell rat',
    'open floodgates wounds',
    'move mountains',
    'work wonders magic miracles',
    'lick wounds',
    'sell soul',
    'shed light',
    'change tune',
    'bury hatchet',
  ].map((line) => {
    const [verb = '', ...nouns] = line.split(' ')
    return [verb, new Set(nouns.map((noun) => noun.replaceAll('_', ' ')))]
  }),
)

/** Where nobody is, whatever is said: "she is in heaven", "he turns in his grave". */
const NO_PLACES: Readonly<Record<string, ReadonlySet<string>>> = {
  be: wordSet('heaven hell stitches tears bits ribbons limbo pickle doghouse fence ropes warpath rocks brink'),
  turn: wordSet('grave graves'),
  fall: wordSet('bits pieces'),
  get: wordSet('eye nerves bones knickers'),
}

/** The same with one preposition: "I live at the office", "he is off his rocker", "prices went through the roof". Data, not complete. */
const NO_PLACES_THERE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'live at: office work desk gym lab library',
    'live in: office work desk dream lie clouds past moment fear gym lab library headphones pyjamas pajamas jeans leggings trainers slippers hoodie',
    'live on: cloud edge nerves',
    'live under: rock',
    'be in: love clover bind pinch',
    'be off: head rocker trolley face nut chump game',
    'be out of: mind depth league skull',
    'be round: twist',
    'be through: roof',
    'be under: cosh thumb pump',
    'be up: creek',
    'be up to: neck ears eyeballs',
    'go through: motions wringer',
    'go to: moon pot seed hell',
    'come out of: woodwork',
    'fly off: handle',
    'fall off: radar',
    'fall through: cracks',
    'jump on: bandwagon',
    'play with: fire',
    'throw under: bus',
    'throw to: wolves lions',
    'walk on: eggshells air',
  ].map((line) => {
    const [where = '', nouns = ''] = line.split(': ')
    return [where, wordSet(nouns)]
  }),
)

/** "has opinions about sourdough", "saw stars through the telescope" */
const TELLS_MORE = /^(?:about|on|through|for|over)$/

/** "a finger", "my own tongue": only of the word alone, and not "my left hand" or "the hat of felt". */
export function isIdiom({ verb, subjects, objects, prepositions, second }: Clause, tokens: readonly Token[]): boolean {
  const nouns = IDIOMS.get(verb.lemma)
  const means = objects.some(({ np, end }) => {
    const words = tokens.slice(np.core, np.head + 1).map(({ lower }) => lower)
    return end === np.end && !np.pronoun && nouns?.has(words.join(' ')) && !TELLS_MORE.test(tokens[end]?.lower ?? '')
  })
  if (means && second.length === 0) return true
  // "the cat lives in the office"
  const isThing = subjects.some(
    ({ np }) => tokens[np.core]!.pos === 'NOUN' && relationByNoun(tokens[np.core]!.lower)?.object !== 'person',
  )
  if (verb.lemma === 'live' && isThing) return false
  return prepositions.some(({ preposition, objects }, i) =>
    objects.some(({ np, end }) => {
      const { lower } = tokens[np.head]!
      if (NO_PLACES[verb.lemma]?.has(lower)) return true
      // "in love with Tom", "on the edge of town", "in an old library"
      return (
        i === 0 &&
        NO_PLACES_THERE.get(`${verb.lemma} ${preposition}`)?.has(lower) === true &&
        np.core === np.head &&
        end === np.end &&
        !/^an?$/.test(np.determiner ?? '') &&
        !/^(?:with|in|at)$/.test(tokens[end]?.lower ?? '')
      )
    }),
  )
}

import { relationByNoun } from '../../domain/statement/relations.ts'
import { isQuote } from '../phrases/modifiers.ts'
import { isPersonNoun, isPlainlyPersonNoun } from '../words/person-nouns.ts'
import { BODY, ORGANISATION_WORDS, TIME_NOUNS, UNITS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { Silence } from './fact-rule.ts'
import { isPlural, roleNoun } from './mentions.ts'
import type { NominalReading } from './role-facts.ts'

/** Said of people and things as a figure of speech. */
export const FIGURES = wordSet(
  `saint angel viking werewolf hero legend genius star champ machine beast monster witch clown ghost zombie god goddess queen king gem diamond rock
  nightmare disaster joke mess zoo circus dream treat delight blessing miracle riot hoot menace wizard ninja rockstar unicorn dinosaur
  lifesaver liar idiot fool muppet numpty tool mood vibe law lottery hell heaven mystery rumour rumor
  prayer art right gas pastry toast tragedy crime gift danger worry bargain scandal shame shambles breakfast cube majesty sauna oven fridge freezer jungle minefield farce pantomime
  devil swamp sieve pretzel mush warzone furnace icebox pigsty tip torture
  catastrophe pain blow curse nuisance wreck torment mistake success robbery enemy compliment goldmine treasure thug coward bog trench crook
  doorstop darling disgrace villain saviour savior plague hassle headache slog grind bore chore bummer letdown triumph victory failure flop fiasco revelation
  relief shock luxury necessity priority challenge struggle battle war fight graveyard battlefield pity wonder marvel masterpiece rip-off ripoff scam steal snip
  waste loss bastard bugger sod git splint godsend boon bane thorn lifeline backbone demon whirlwind breeze doddle pushover cinch
  insult threat punishment shoebox massacre bloodbath ordeal rollercoaster swindle`,
)

/** Said of people as a figure of speech, while a pet may be a dragon and a costume a pirate. */
const FIGURES_OF_PEOPLE = wordSet('vampire pirate robot dragon surprise memory tyrant dictator tornado hurricane')

/** What a part of the body is only as a figure of speech. */
const LIMP = wordSet(
  'jelly soup sausage sausages sieve fog mush porridge lead putty fire ice sponge rubber spaghetti noodle noodles concrete toast cheese stone marshmallow wool pudding pretzel claws claw',
)

/** What is soup when it rains, and what it is then. */
const SOFT = /^(?:soup|porridge|jelly|pudding|mush|custard|treacle|stew|sponge|glue)$/
const GROUND = wordSet(
  'field pitch lawn garden yard path track lane road street ground snow sand turf paddock meadow trail piste',
)

/** "my knee is a replacement", "the shoulder is a tear" */
const PUT_IN =
  /^(?:prosthes[ie]s|prosthetics?|replacements?|implants?|transplants?|crowns?|dentures?|tears?|sprains?|strains?|fractures?|breaks?|ruptures?)$/

/** "coffee is my religion", "articles are my enemies" */
const MINE_IN_JEST = wordSet(
  'religion enemy enemies nemesis church therapy gym god life heaven hell oxygen drug soulmate personality everything bible downfall baby babies superpower kryptonite',
)

/** What a thing is made of, looks like or is called for a day: of these a bare noun says what it is. */
const PLAIN_KINDS = wordSet(
  `steel iron brass copper bronze tin zinc aluminium aluminum gold silver wood oak pine ash beech birch walnut teak maple bamboo plywood cork glass plastic rubber paper cardboard
  concrete brick stone granite marble slate clay ceramic porcelain leather suede cotton wool linen silk velvet felt denim polyester nylon fleece fur wax gravel sand lino vinyl
  tile carbon titanium carpet thatch electric diesel petrol gas hybrid solar battery manual automatic
  lamb beef pork chicken fish soup stew curry pizza pasta rice bread salad cake porridge eggs flatbread tiffin carrot lemon chocolate vanilla strawberry
  larch spruce cedar platinum plaster cashmere merino flannel tweed tartan magnolia quartz induction oil chalk loam peat lasagne lentil dal saltwater privet parquet laminate
  stew goulash risotto noodles sushi tacos burgers emerald teal navy burgundy mustard cream ivory beige turquoise maroon cash email card invoice freehold leasehold`,
)

/** "We are Canadian", "Scottish", "Jewish", "Londoners" */
const PEOPLE = /(?:ish|sh|[ae]ns?|ics?|ese|ers?|ists?|ims?|ch|eek|iss|hai|[ae]li|aqi|ani)$/

/** "we are a vegan household": what several people are together. */
const GROUPS = wordSet(
  'household house home family couple pair team band group company firm startup charity bakery shop business studio choir club cooperative',
)
/** "my coach is an app" */
const DO_A_JOB = wordSet('app bot chatbot program machine')
/** "our customer is a dairy", "my best friend is a dog" */
const MAY_BE_ANYTHING = wordSet(
  'client customer supplier tenant sponsor employer landlord landlady patient friend flatmate roommate partner neighbour neighbor',
)
/** "I'm a black belt", "I'm staff" */
const BELONGS = wordSet('belt staff crew security counsel size')

/** "the code word is marmalade" */
const NAMED_BY_A_WORD = wordSet(
  'word code password passcode passphrase name title theme topic subject motto slogan flavour flavor colour color answer',
)

const isWe = ({ tokens, noun }: NominalReading): boolean => tokens[noun.head]!.lower === 'we'

/** A bass is no "bas". */
const singular = ({ reading: { lexicon }, head: { lower } }: NominalReading): string =>
  isPersonNoun(lower) ? lower : lexicon.lemma(lower, 'NOUN')

const isOneWord = ({ np, object }: NominalReading): boolean => object.end === np.end && np.core === np.head

/** "knee is a balloon"; but "head is a teacher", "swollen ankles are a problem" */
const isBareWord = ({ tokens, noun }: NominalReading): boolean =>
  !noun.determiner && noun.core === noun.head && tokens[noun.head]!.lower !== 'head'

/** A word of the language, and no name, code or number. */
const isPlainWord = ({ reading: { lexicon }, head: { text, lower, pos } }: NominalReading): boolean =>
  text === lower &&
  pos !== 'NUM' &&
  pos !== 'PROPN' &&
  (lexicon.knows(lower) || lexicon.knows(lexicon.lemma(lower, 'NOUN')))

/** What "X is Y" says in jest, or of all of us together. Asked in this order before anything is taken for what it says. */
export const FIGURES_OF_SPEECH: readonly Silence<NominalReading>[] = [
  // "Kayla is a viking", "his wife is a saint"
  {
    name: 'figure-of-speech',
    when: ({ head, np, subject }) =>
      np.determiner !== 'the' &&
      (FIGURES.has(head.lower) ||
        (np.determiner === 'a' && /^(?:brick|peach)$/.test(head.lower)) ||
        (subject.personal && FIGURES_OF_PEOPLE.has(head.lower))),
  },
  // "my love life is a desert"; but "shelf life is a year"
  {
    name: 'figure-of-life',
    when: ({ tokens, noun, np, head }) =>
      tokens[noun.head]!.lower === 'life' && /^an?$/.test(np.determiner ?? '') && !TIME_NOUNS.has(head.lower),
  },
  // "my fingers are sausages", "knee is a weather station", "the field is soup"; but "my hair is a bob"
  {
    name: 'figure-of-the-body',
    when: (at) => {
      const { lower } = at.tokens[at.noun.head]!
      if (GROUND.has(lower)) return SOFT.test(at.head.lower) && isOneWord(at)
      if (!BODY.has(lower) || PUT_IN.test(at.head.lower)) return false
      return (
        LIMP.has(at.head.lower) ||
        ((at.noun.possessor !== null || isBareWord(at)) &&
          /^an?$/.test(at.np.determiner ?? '') &&
          lower !== 'hair' &&
          isPlainWord(at))
      )
    },
  },
  // "the kerb must be recut", "the floor is being relaid": what is done to it, in a word that is taken for a noun.
  {
    name: 'is-done-again',
    when: ({ tokens, clause: { verb }, subject, np, head }) =>
      !subject.personal &&
      !np.determiner &&
      np.core === np.head &&
      head.text === head.lower &&
      /^re-?[a-z]{3,}$/.test(head.lower) &&
      (verb.modal !== null || verb.past || tokens.slice(verb.start, np.start).some(({ lower }) => lower === 'being')),
  },
  // "we are 14 singers", "we're 9", "we are Gravy Court": all of us together, and no one of us.
  {
    name: 'all-of-us',
    when: (at) => {
      const { tokens, np, head } = at
      if (!isWe(at) || np.determiner) return false
      if (tokens.slice(np.core, np.end).some(({ pos }) => pos === 'NUM')) return true
      return head.pos === 'PROPN' ? !PEOPLE.test(head.lower) : !isPersonNoun(singular(at))
    },
  },
  // "team Mango is seven": so many, and not so old.
  {
    name: 'so-many-are-in-it',
    when: ({ reading, tokens, noun, head }) =>
      head.pos === 'NUM' &&
      noun.nameFrom !== null &&
      tokens[noun.core]!.pos === 'NOUN' &&
      !/^has_/.test(relationByNoun(roleNoun(reading, noun))?.id ?? ''),
  },
  // "I was the 1"
  {
    name: 'i-am-a-number',
    when: ({ tokens, subject, np, head }) =>
      subject.mention?.kind === 'user' &&
      head.pos === 'NUM' &&
      !tokens.slice(np.core, np.head).some(({ lower }) => lower === 'size') &&
      (np.determiner !== null || Number(head.text) > MOST_YEARS),
  },
  // "my mother is a clock", "the boss is a tornado"; but "my landlord is a bank", "our customer is a hotel chain"
  {
    name: 'somebody-is-no-thing',
    when: (at) => {
      const { reading, tokens, noun, np } = at
      if (!/^an?$/.test(np.determiner ?? '') || !isOneWord(at) || !isPlainWord(at) || at.near) return false
      if (noun.nameFrom !== null || tokens[noun.head]!.pos !== 'NOUN') return false
      const one = singular(at)
      const isSomebody = relationByNoun(roleNoun(reading, noun))?.object === 'person'
      if (!isSomebody || isPersonNoun(one) || BELONGS.has(one) || MAY_BE_ANYTHING.has(tokens[noun.head]!.lower))
        return false
      return !GROUPS.has(one) && !ORGANISATION_WORDS.has(one) && !DO_A_JOB.has(one)
    },
  },
  // "I'm a teapot": people are what people can be.
  {
    name: 'i-am-no-thing',
    when: (at) => {
      const { subject, np, object } = at
      if (subject.mention?.kind !== 'user' || !isPlainWord(at) || np.possessor) return false
      if (isPersonNoun(singular(at)) || BELONGS.has(singular(at)) || (isWe(at) && GROUPS.has(singular(at))))
        return false
      // "I'm staff at the museum", "I'm a size 12", "I'm 68 kilos"
      const isSomewhere = at.near !== undefined && /^(?:at|in|on|with)$/.test(at.near.preposition)
      const isMeasured = at.tokens.slice(np.core, np.end).some(({ pos }) => pos === 'NUM') && UNITS.has(at.head.lower)
      return !isSomewhere && !isMeasured && !(object.end > np.end && np.determiner === 'the')
    },
  },
  // "Parking is war", "Zorg is history", "the bed is upstairs": one bare noun is what somebody is, or what something is made of.
  {
    name: 'bare-noun-of-a-thing',
    when: (at) => {
      const { subject, tokens, noun, np, head } = at
      if (subject.personal || np.determiner || np.possessor || np.time || !isOneWord(at) || !isPlainWord(at))
        return false
      const { lower } = tokens[noun.head]!
      if (NAMED_BY_A_WORD.has(lower) || BODY.has(lower) || isQuote(tokens[np.start - 1])) return false
      // "the box room is damp", "41 percent of the calls are lockouts"
      if ((noun.determiner || noun.possessor) && at.reading.lexicon.canBe(head.lower, 'ADJ')) return false
      if (tokens[noun.core]!.pos === 'NUM') return false
      return !isPlainlyPersonNoun(singular(at)) && !PLAIN_KINDS.has(head.lower)
    },
  },
  // "sunset is a little after six"
  {
    name: 'a-little-more',
    when: ({ head, np }) => np.determiner === 'a' && /^(?:little|bit|lot|tad|touch)$/.test(head.lower),
  },
  // "hands is Okello": whoever does something for them.
  {
    name: 'many-is-one',
    when: ({ reading, tokens, clause, noun, head, np }) =>
      tokens[clause.verb.start]!.lower === 'is' &&
      !noun.determiner &&
      !noun.possessor &&
      !noun.pronoun &&
      tokens[noun.head]!.pos === 'NOUN' &&
      isPlural(reading, noun) &&
      head.pos === 'PROPN' &&
      np.core === np.head &&
      !/\d/.test(head.text),
  },
]

/** "coffee is my religion", "articles are my enemies" */
export const isMineInJest = ({ tokens, noun, head, subject }: NominalReading): boolean =>
  MINE_IN_JEST.has(head.lower) &&
  !subject.personal &&
  !(tokens[noun.head]!.pos === 'PROPN' && /^(?:gym|church|therapy)$/.test(head.lower))

/** Nobody is older. */
export const MOST_YEARS = 115

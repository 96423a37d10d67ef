import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { isPersonNoun } from '../words/person-nouns.ts'
import { isParticiple } from '../words/verb-forms.ts'
import { FEMININE, MASCULINE, PREPOSITIONS, SAYING, TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { FIGURES } from './figures-of-speech.ts'
import {
  hasGuessedVerb,
  hasRelation,
  isHeadline,
  isShortPassive,
  namesItsThing,
  type VerbReading,
} from './headlines.ts'
import { isIdiom } from './idioms.ts'
import { isPlural, roleNoun } from './mentions.ts'
import { isNaming } from './naming-facts.ts'

/** "let her sweat" */
const MAKES_DO = wordSet('let make help watch see hear')

/**
 * Only of these is a second noun the one to whom or for whom: "lent Bo a bike". After others it is something else ("took a stone the size
 * of a fist", "made ash all the night").
 */
const GIVES = wordSet(
  `give send lend show teach bring buy offer owe pay cost sell hand pass promise wish leave make find cook save write read charge book order grant
  award deny refuse feed win earn throw get name call dub nickname rename elect appoint bake build draw knit pour serve sing ask assign bet fine
  forgive forward guarantee issue loan mail play post quote reserve email text tip fetch allow tell do spare rent lease consider`,
)
/** "our dog was prescribed eye drops", "she was voted president" */
const MAKES_WHAT = wordSet('prescribe diagnose promote vote crown declare deem label')

/** "begins 45 minutes before sunset": how long before, and not what. */
const BEGINS = wordSet('start begin end finish open close arrive leave depart stop happen release publish')

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

const PARTS_OF_A_DAY = /^(?:morning|mornings|afternoon|evening|night|nights|lunch|lunchtime|am|pm)$/

/** Verbs too, but with an object. */
const MOSTLY_THINGS = wordSet(
  `subtitles requests notes letters papers views kits books bags snacks spaces names orders details cups prints pictures photos photographs files
  records lists labels samples screens shares tickets tools parts plans charts maps quotes articles results minutes numbers pages chapters boxes
  bottles cans packets pockets sketches drafts captions titles invoices bills stamps badges bugs tops`,
)
const KINDS_OF_THINGS = wordSet(
  'shared quoted dried smoked baked grilled stuffed steamed boiled roasted fried mixed assorted frozen',
)

/** Of these there are works. */
const WORKS = wordSet(
  'bridge road roof street gas water track rail lift drain drainage pipe sewer repair maintenance construction building',
)

const DOINGS = wordSet('talking shouting talk rest work math maths sums')
const INTRANSITIVE = wordSet('sleep come sit stand lie die laugh cry smile fall happen arrive wait')

/** "a teapot", "a monster" and, of myself, "my mother" */
function isNothingForPeople({ reading, tokens, subject }: Omit<VerbReading, 'clause'>, np: NounPhrase): boolean {
  const { text, lower } = tokens[np.head]!
  const isMe = subject.mention?.kind === 'user'
  const who = subject.argument.np
  const isSomebody =
    !who.pronoun && who.nameFrom === null && relationByNoun(roleNoun(reading, who))?.object === 'person'
  if (!isMe && !isSomebody) return false
  const one = isPersonNoun(lower) ? lower : reading.lexicon.lemma(lower, 'NOUN')
  // "I became my own boss"
  if (np.possessor)
    return (
      isMe &&
      np.possessor.pronoun &&
      tokens[np.possessor.head]!.lower === 'my' &&
      np.core === np.head &&
      (FEMININE.has(one) || MASCULINE.has(one))
    )
  if (!/^an?$/.test(np.determiner ?? '')) return false
  return (
    FIGURES.has(lower) || (np.core === np.head && text === lower && reading.lexicon.knows(lower) && !isPersonNoun(one))
  )
}

/** Clauses with a full verb that tell nothing, or nothing for sure. */
export const SILENT_VERBS: readonly { readonly name: string; readonly when: (at: VerbReading) => boolean }[] = [
  { name: 'headline', when: isHeadline },
  // "Dad calls me champ": what one of them calls me is a joke of theirs.
  {
    name: 'calls-me-something',
    when: ({ reading, clause: { verb, subjects, objects, second }, tokens }) =>
      verb.lemma === 'call' &&
      second.some(({ np }) => /^(?:me|us)$/.test(tokens[np.head]!.lower)) &&
      !subjects.some(({ np }) => isPlural(reading, np)) &&
      objects.some(({ np }) => tokens[np.head]!.pos !== 'PROPN'),
  },
  { name: 'verb-in-doubt', when: hasGuessedVerb },
  { name: 'thing-and-its-name', when: namesItsThing },
  { name: 'headline-passive', when: isShortPassive },
  { name: 'idiom', when: ({ clause, tokens }) => isIdiom(clause, tokens) },
  // "I became a teapot", "turned into a tea-less monster", "I've become my mother": people are what people can be.
  {
    name: 'becomes-in-jest',
    when: ({ clause: { verb, objects, prepositions }, ...at }) => {
      const into = prepositions.find(({ preposition }) => preposition === 'into')
      const become = verb.lemma === 'become' ? objects[0] : verb.lemma === 'turn' ? into?.objects[0] : undefined
      return become !== undefined && isNothingForPeople(at, become.np)
    },
  },
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
  // "issue 512 quoted newlines", "the lab shared memory", "the feed is dried blood": which kind of it, and nothing that was done.
  {
    name: 'participle-of-a-thing',
    when: ({ tokens, clause: { verb, objects }, subject }) =>
      (KINDS_OF_THINGS.has(tokens[verb.main]!.lower) ||
        (verb.passive && !subject.personal && !GIVES.has(verb.lemma) && !MAKES_WHAT.has(verb.lemma))) &&
      !verb.particle &&
      !subject.argument.np.pronoun &&
      objects.length > 0 &&
      objects[0]!.np.start === verb.end &&
      objects[0]!.np.core === objects[0]!.np.start &&
      tokens[objects[0]!.np.core]!.pos !== 'NUM' &&
      tokens[objects[0]!.np.head]!.pos === 'NOUN' &&
      !subject.personal,
  },
  // "bought a laptop 640 eur and a chair 310"
  {
    name: 'two-lists',
    when: ({ clause: { objects, second } }) => second.length > 1 || (second.length > 0 && objects.length > 1),
  },
  // "gets the date wrong"
  {
    name: 'gets-it-some-way',
    when: ({ tokens, clause: { verb, objects } }) =>
      verb.lemma === 'get' &&
      objects.some(({ end }) => /^(?:wrong|right|done|ready|sorted|back|going)$/.test(tokens[end - 1]!.lower)),
  },
  {
    name: 'lets-somebody-do',
    when: ({ clause: { verb, second } }) => MAKES_DO.has(verb.lemma) && second.length > 0 && second[0]!.np.pronoun,
  },
  {
    name: 'second-noun',
    when: ({ clause: { verb, second } }) =>
      second.length > 0 && (!GIVES.has(verb.lemma) || (verb.lemma === 'get' && !second[0]!.np.pronoun)),
  },
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
  // "Steve's sold to the mob", "Bo's handed in her notice": has he done it, or was it done to him?
  {
    name: 'is-or-has',
    when: ({ tokens, clause, key, subject, agent }) =>
      clause.verb.passive &&
      clause.verb.lemma !== 'go' &&
      agent === undefined &&
      tokens[clause.verb.start]!.lower === "'s" &&
      tokens[clause.verb.start + 1]!.lower !== 'been' &&
      (subject.personal || tokens[subject.argument.np.head]!.pos === 'PROPN') &&
      (clause.prepositions.length > 0 || clause.objects.length > 0 || clause.verb.particle) &&
      !hasRelation(key, clause),
  },
  // "I am told by Bo that …", "told Bo order two", "told her June": what was said is another's or no thing.
  {
    name: 'told-somebody-something',
    when: ({ tokens, clause: { verb, second, objects }, agent, subject }) =>
      (agent !== undefined && subject.argument.np.pronoun && SAYING.has(verb.lemma)) ||
      (verb.lemma === 'tell' &&
        (second.length > 0 || objects.some(({ np }) => np.possessor?.pronoun || tokens[np.head]!.pos === 'PROPN'))),
  },
  // "called 7.28"
  {
    name: 'phoned-a-number',
    when: ({ tokens, clause: { verb, objects } }) =>
      /^(?:call|phone|ring)$/.test(verb.lemma) && objects.some(({ np }) => tokens[np.core]!.pos === 'NUM'),
  },
  // "Bo elected president", "BZ11 located WDH": it was done to them.
  {
    name: 'short-passive-with-noun',
    when: ({ tokens, clause: { verb, objects } }) =>
      /^(?:elect|appoint|locate|rate|base)$/.test(verb.lemma) &&
      verb.main === verb.start &&
      verb.past &&
      objects.some(({ np }) => !np.determiner && !np.possessor && !np.pronoun && tokens[np.core]!.pos !== 'NUM') &&
      objects.length === 1,
  },
  // "vitz sold 51k": for so much, and not so many.
  {
    name: 'sold-for',
    when: ({ tokens, clause: { verb, objects }, subject }) =>
      verb.lemma === 'sell' &&
      !subject.personal &&
      !subject.argument.np.pronoun &&
      objects.some(({ np, end }) => tokens[np.core]!.pos === 'NUM' && np.core === np.head && end === np.end),
  },
  // "I could strangle him", "we want to die": nobody means it.
  {
    name: 'exaggerates',
    when: ({ clause: { verb } }) =>
      /^(?:strangle|murder|kill|throttle|die|scream|explode|marry|adopt)$/.test(verb.lemma) &&
      verb.chain.some((lemma) => /^(?:want|need|wan)$/.test(lemma)),
  },
  // "Bran slept the useless article", "came a day early"
  {
    name: 'object-of-no-object-verb',
    when: ({ clause: { verb, objects } }) =>
      INTRANSITIVE.has(verb.lemma) && objects.some(({ np }) => np.determiner !== null),
  },
  // "lines off Las Palmas"
  {
    name: 'preposition-as-verb',
    when: ({ tokens, clause: { verb } }) => verb.lemma !== 'like' && PREPOSITIONS.has(tokens[verb.main]!.lower),
  },
  // "a radio with a transformer wound by Bo": the transformer is.
  {
    name: 'made-by',
    when: ({ clause, key }) => clause.marker === 'en' && !isNaming(clause) && !hasRelation(key, clause),
  },
  // "separator bearings every 1,000 h"
  {
    name: 'noun-in-ings',
    when: ({ tokens, clause: { verb } }) =>
      /(?<!\b(?:br|s|str|sw|r|cl|fl|sl|spr|st|w))ings$/.test(tokens[verb.main]!.lower),
  },
  // "Captain Lyle renamed Captain Pym": who renamed whom is not said.
  {
    name: 'renamed-in-short',
    when: ({ clause: { verb, second, objects } }) =>
      verb.lemma === 'rename' &&
      second.length === 0 &&
      objects.length === 1 &&
      objects[0]!.np.possessor === null &&
      objects[0]!.np.determiner === null,
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
  // "my wife and I met at a funeral", "Gail and I had another chat", "Frau Keller and I have swapped spaces": with each other, and nobody else.
  { name: 'with-each-other', when: ({ tokens, clause }) => isWithEachOther(clause, tokens) },
  // "returned the green": which one is said elsewhere.
  {
    name: 'the-adjective',
    when: ({ tokens, clause: { objects } }) =>
      objects.some(({ np, end }) => end === np.end && np.determiner === 'the' && tokens[np.head]!.pos === 'ADJ'),
  },
  // "had the Hendersons round"
  {
    name: 'had-round',
    when: ({ tokens, clause: { verb, objects } }) =>
      verb.lemma === 'have' &&
      objects.some(({ np, end }) => np.core < np.head && /^(?:round|over|on)$/.test(tokens[end - 1]!.lower)),
  },
  // "bar models instead of formula sheets"
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
  // "a haircut with Bo sat morning", "visit hendricks sat 24"
  {
    name: 'saturday-as-verb',
    when: ({ tokens, clause: { verb } }) => {
      const [day, next] = [tokens[verb.main]!.lower, tokens[verb.end]]
      if (day === 'sat' && PARTS_OF_A_DAY.test(next?.lower ?? '')) return true
      return /^(?:sat|sun)$/.test(day) && next?.pos === 'NUM'
    },
  },
  // "I do the talking"
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
  // "used to find audiobooks dull": what one thinks of them, and nothing that was found.
  {
    name: 'finds-it-some-way',
    when: ({ clause: { verb } }) => verb.lemma === 'find' && !verb.past && !verb.perfect && !verb.passive,
  },
]

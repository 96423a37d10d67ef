import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByNoun } from '../../domain/statement/relations.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isGivenName } from '../words/given-names.ts'
import { TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { ClauseReading } from './fact-rule.ts'
import { isPlural, roleNoun } from './mentions.ts'

interface RelationUse extends ClauseReading {
  readonly verb: string
  readonly np: NounPhrase
  readonly mention: Mention
}

const isNamed = ({ tokens }: ClauseReading, np: NounPhrase): boolean => tokens[np.head]!.pos === 'PROPN'

const isPast = ({ clause: { verb } }: ClauseReading): boolean => verb.past || verb.perfect

/** "ate two cookies" was once; "eats meat" and "used to eat meat" tell what somebody does. */
const isHabitual = (use: ClauseReading): boolean => !isPast(use) || use.stance.aspect !== 'is'

const isPerson = ({ reading, np, mention }: RelationUse): boolean =>
  np.pronoun ||
  mention.kind === 'person' ||
  (np.possessor !== null && relationByNoun(roleNoun(reading, np)) !== undefined)

/** Somebody, or what has a name and may be somebody. */
const mayBeSomebody = (use: RelationUse): boolean => use.subject.personal || isNamed(use, use.subject.argument.np)

/** Nothing says which one: "cola", "handball", "smoking"; not "the site", "our room", "UIF". */
const isHabit = ({ tokens, np, mention }: RelationUse): boolean =>
  !np.determiner && !np.possessor && !np.pronoun && mention.kind !== 'person' && !/[A-Z]{2}/.test(tokens[np.head]!.text)

const isSchool = (use: RelationUse): boolean =>
  isNamed(use, use.np) || /^(?:school|college|university|uni)$/.test(use.tokens[use.np.head]!.lower)

/** "Monday", "six", "6:30"; not "0", "400 euros". */
const isTime = ({ verb, np, mention }: RelationUse): boolean =>
  np.time || verb.startsWith('be ') || /^(?:(?:[1-9]|1\d|2[0-4])(?:[:.]\d\d)?|[a-z]+)$/i.test(mention.name)

/** "Claes fell at 03:10", "Liis Aavik starts on 2 March" */
const fallsOrBegins = (use: RelationUse): boolean =>
  /^(?:fall|start|begin)$/.test(use.verb) &&
  isNamed(use, use.subject.argument.np) &&
  use.subject.argument.np.core === use.subject.argument.np.start

const CIRCLES = wordSet(
  'club choir team gym group band league party church society union class course orchestra channel list chat server call meeting queue march strike',
)

/** What one makes by getting there in time, or by being good enough. */
const REACHED =
  /^(?:u|under-?)\d+s?$|^(?:team|squad|cut|finals?|semis|shortlist|playoffs?|deadline|train|bus|flight|ferry)$/

/** "went to Huế", "went to a tasting at the Church"; not "went to ETH", "went to accounts", "went to Nolla style mosaics" */
const isDestination = (use: RelationUse): boolean =>
  use.np.determiner !== null ||
  (isNamed(use, use.np) && !/^(?!USA?$|UK$|UAE$|NYC?$|LA$|DC$|SF$|NZ$)[A-Z]{2,}$/.test(use.tokens[use.np.head]!.text))

const HOLIDAYS = wordSet('easter christmas xmas eid diwali thanksgiving hanukkah halloween holiday holidays')

/**
 * Verbs that mean the relation only of some subjects and objects: who offers 20,000 or a hand sells none, and a price that is raised has no
 * parents. By relation; where a verb does not fit, the fact keeps the verb for its relation.
 */
const FITS: Readonly<Record<string, (use: RelationUse) => boolean>> = {
  sells: ({ verb, clause, subject, np, mention }) =>
    verb !== 'offer' ||
    (clause.second.length === 0 && mention.kind !== 'value' && !np.determiner && !np.possessor && !subject.personal),
  painted: ({ subject, mention, verb }) =>
    subject.personal && mention.kind !== 'value' && !/^(?:draw|sketch)$/.test(verb),
  // "made the under-12s", "made the train"
  makes: ({ mention, clause, np, tokens }) =>
    mention.kind !== 'value' && clause.second.length === 0 && !REACHED.test(tokens[np.head]!.lower),
  drinks: isHabitual,
  // "I'm meeting Gwen at noon"
  knows: (use) => use.verb !== 'meet' || isPast(use),
  wears: isHabitual,
  // "lived on gin"
  address: (use) => !/^(?:live|reside)$/.test(use.verb) || isHome(use) || /\d/.test(use.mention.name),
  smokes: isHabitual,
  watches: isHabitual,
  // "truck died on the motorway", "dies on page 1"
  died_in: (use) => isPast(use) && (use.np.time || TIME_NOUNS.has(use.tokens[use.np.head]!.lower)),
  // "lost 4-1", "lost 8 kg"
  lost: ({ mention }) => mention.kind !== 'value',
  won: ({ mention }) => mention.kind !== 'value',
  started: ({ np, mention }) => !np.time && mention.kind !== 'value',
  finished: ({ np, mention }) => !np.time && mention.kind !== 'value',
  // "supports one version back"
  supports: (use) => isNamed(use, use.np) || use.np.possessor !== null || isPerson(use),
  near: ({ mention }) => !/\d/.test(mention.name),
  plays_in: (use) =>
    isNamed(use, use.np) || use.tokens.slice(use.np.core, use.np.end).some(({ lower }) => CIRCLES.has(lower)),
  // "I work on Easter"
  works_on: ({ np, tokens }) => !np.time && !HOLIDAYS.has(tokens[np.head]!.lower),
  // "rang the bell"
  called: ({ subject, mention, clause: { verb } }) =>
    verb.modal === null &&
    subject.personal &&
    mention.kind !== 'value' &&
    !/\b(?:bell|alarm|doorbell|changes)$/.test(mention.name),
  stopped_using: (use) => isNamed(use, use.np),
  parent_of: ({ reading, verb, np, mention }) =>
    verb !== 'raise' || mention.kind === 'person' || relationByNoun(roleNoun(reading, np)) !== undefined,
  // "got sunstroke", "got the good insurance", "gets half": what somebody gets is only received where it comes from somebody.
  received: ({ verb, clause }) =>
    verb !== 'get' || clause.prepositions.some(({ preposition }) => preposition === 'from'),
  // What "we" left is seldom an employer, and whoever is leaving leaves a place. Nobody is employed by bragging.
  left_employer: (use) =>
    (use.verb !== 'leave' && (isNamed(use, use.np) || !/ing$/.test(use.tokens[use.np.head]!.lower))) ||
    (use.verb === 'leave' &&
      use.mention.kind !== 'person' &&
      use.tokens[use.subject.argument.np.head]!.lower !== 'we' &&
      !use.clause.verb.progressive &&
      mayBeSomebody(use)),
  // "joined the group chat", "the break clause works for the landlord"
  works_at: (use) => {
    const { verb, np, tokens } = use
    if (verb === 'work') return mayBeSomebody(use)
    return (
      verb !== 'join' ||
      (np.nameFrom === null &&
        !(np.core === np.head && isGivenName(tokens[np.core]!.lower)) &&
        !tokens.slice(np.core, np.end).some(({ lower }) => CIRCLES.has(lower)))
    )
  },
  // "I do not care for the new organist"
  looks_after: ({ verb, stance }) => verb !== 'care' || !stance.negated,
  // "goes by truck", "has to go by sunday"
  name: (use) => use.verb !== 'go' || (isNamed(use, use.np) && !use.np.time),
  // "i dreamt of Corfu"
  wants: (use) => use.verb !== 'dream' || !isPast(use),
  // Who starts in September does not take place then, and what starts at 0 does not either.
  happens_on: (use) =>
    !use.subject.personal && isTime(use) && !fallsOrBegins(use) && !(use.verb === 'fall' && isPast(use)),
  ends_on: ({ subject }) => !subject.personal,
  // "insurance covers 50 %", "covered lungeing"
  has_size: ({ verb, mention, tokens, np }) =>
    verb === 'measure'
      ? mention.kind === 'value' && !/^everything/.test(mention.name)
      : verb !== 'cover' ||
        (tokens.slice(np.core, np.end).some(({ pos }) => pos === 'NUM') && !/%|per ?cent/.test(mention.name)),
  founded: (use) =>
    !/^(?:set up|establish)$/.test(use.verb) || isNamed(use, use.np) || use.mention.kind === 'organisation',
  published: ({ verb }) => verb !== 'put out',
  // Who deals with VAT is not about it.
  theme: (use) => !/\d/.test(use.mention.name) && (!/^(?:deal|focus)$/.test(use.verb) || !mayBeSomebody(use)),
  cooks: (use) => use.verb !== 'prepare' && isHabitual(use),
  misses: (use) => !isPast(use),
  collects: (use) =>
    use.mention.kind !== 'value' && !isPerson(use) && !isPast(use) && use.np.determiner !== 'the' && !use.np.possessor,
  runs: (use) => !isPast(use),
  // "switched to politics", "switched to the night shift", "depends on the year"
  uses: (use) => (/^(?:switch|depend)/.test(use.verb) ? isNamed(use, use.np) : !isPast(use) || use.verb !== 'use'),
  learns: ({ verb, subject, np }) => verb !== 'take up' || (subject.personal && !np.determiner && !np.possessor),
  treats: (use) => !isPerson(use),
  named: (use) => use.clause.second.length > 0 || isNamed(use, use.np),
  // "zotero ate my tags", "the bus eats my profit"
  eats: (use) => isHabitual(use) && (use.subject.personal || (!use.np.possessor && !use.np.determiner)),
  // "rain stopped the guys", "gave up their room", "never stopped bragging"
  quit_habit: (use) => use.subject.personal && !use.stance.negated && isHabit(use),
  reads: ({ subject }) => subject.personal,
  located_in: (use) => !/^(?:stand|sit|lie)$/.test(use.verb) || (!mayBeSomebody(use) && !isPast(use)),
  // "the cat goes to my sister", "the pager goes to Kwame", "Lumb has gone to a big group"
  visited: (use) =>
    !/^(?:go|fly)$/.test(use.verb) ||
    (mayBeSomebody(use) &&
      !isPerson(use) &&
      isDestination(use) &&
      !(use.clause.verb.perfect && use.verb === 'go' && use.subject.mention?.kind !== 'user') &&
      (isPast(use) || use.stance.aspect === 'may')),
  // "the engineer came from Kolkata" today, and may be of Leeds.
  from: (use) =>
    use.verb !== 'come' ||
    (!isPast(use) && !use.clause.verb.progressive && (use.subject.personal || isNamed(use, use.np))),
  left_school: isSchool,
  studies_at: (use) => !/^(?:be enrolled|enrol|enroll)$/.test(use.verb) || isSchool(use),
  // "moved in with drums", "is moving in with Petra", "the beans live with the saffron"
  lives_with: (use) =>
    (use.verb === 'live' ? mayLive(use) : !use.clause.verb.progressive) &&
    (isNamed(use, use.np) || !isPlural(use.reading, use.np) || use.np.possessor !== null),
  lives_in: (use) => movesThere(use) && (!/^(?:live|reside)$/.test(use.verb) || mayLive(use) || isHome(use)),
  left_place: movesThere,
}

/** What one can live in, if it has no name. */
const HOMES = wordSet(
  `flat apartment house home cottage farm bungalow condo studio loft room dorm annex annexe caravan trailer boat van houseboat hotel hostel motel shelter
  city town village country suburb suburbs countryside coast island mountains district neighbourhood neighborhood area block building street road estate
  place hills valley capital north south east west states kingdom seaside`,
)

/** Somebody, or an animal: "my parrot", "the kids", "the cat"; not "the brace", "pen". */
const mayLive = (use: RelationUse): boolean => {
  const { np } = use.subject.argument
  return mayBeSomebody(use) || np.possessor !== null || relationByNoun(roleNoun(use.reading, np)) !== undefined
}

/** "lives in Bonn", "in the old house"; not "in the closet", "in my bag" */
const isHome = (use: RelationUse): boolean => isNamed(use, use.np) || HOMES.has(use.tokens[use.np.head]!.lower)

/** "our dentist moved to Priory Road": the practice did. */
const isPractice = ({ reading, subject: { argument } }: RelationUse): boolean =>
  argument.np.nameFrom === null &&
  /^has_(?:dentist|doctor|therapist|vet|lawyer|accountant|hairdresser|mechanic)$/.test(
    (argument.np.pronoun ? undefined : relationByNoun(roleNoun(reading, argument.np)))?.id ?? '',
  )

/** "Marc moved to platform", "the bakery moves to QuickBooks", "poetry has moved to Mondays": nobody lives there. */
function movesThere(use: RelationUse): boolean {
  const { reading, tokens, verb, subject, np } = use
  if (!/^(?:move|settle|relocate)/.test(verb)) return true
  // "Wiebke's moving to a boat": she will.
  if (use.clause.verb.progressive) return false
  if (isPerson(use) || isPractice(use)) return false
  const who = subject.argument.np
  // In small letters both may be anything: "boulangerie moves to quickbooks".
  if (
    !subject.personal &&
    !isNamed(use, who) &&
    !(
      who.possessor &&
      /^(?:famil|parent|folk|neighbou?r|in-law|grandparent|kid|child|mate|friend)/.test(tokens[who.head]!.lower)
    ) &&
    !(isNamed(use, np) && !reading.lexicon.canBe(tokens[who.head]!.lower, 'NOUN'))
  )
    return false
  const head = tokens[np.head]!
  if (/\d|[A-Z]{2}[a-z]/.test(head.text) || np.time) return false
  if (isHome(use)) return true
  // "i moved to porto"
  return (
    np.core === np.head &&
    !np.determiner &&
    !np.possessor &&
    !isPlural(reading, np) &&
    !reading.lexicon.canBe(head.lower, 'NOUN')
  )
}

/** What happened once: who sells ceramics has not sold any, and who is selling a car has it. */
const HAPPENED = wordSet(
  'sold bought gave sent wrote lent cancelled gave_away found lost won broke joined told invited',
)

/** The relation, where what the clause says fits it. */
export function whereItFits(relation: Relation | undefined, use: RelationUse): Relation | undefined {
  if (!relation || !(FITS[relation.id]?.(use) ?? true)) return undefined
  const happened = isPast(use) || use.clause.verb.passive || use.stance.aspect === 'may' || use.stance.negated
  return HAPPENED.has(relation.id) && !happened ? undefined : relation
}

import { type Relation, relationByNoun } from '../../domain/statement/relations.ts'
import { isGivenName } from '../words/given-names.ts'
import { isPlainlyPersonNoun } from '../words/person-nouns.ts'
import { BODY, TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { isDateName, isHour } from './dates-of-events.ts'
import type { ClauseReading } from './fact-rule.ts'
import { isHome, mayLive, movesThere, movesToPlace } from './homes.ts'
import { isPlural, roleNoun } from './mentions.ts'
import { isNamed, isPast, isPerson, mayBeSomebody, type RelationUse } from './relation-use.ts'

/** "ate two cookies" was once; "eats meat" and "used to eat meat" tell what somebody does. */
const isHabitual = (use: ClauseReading): boolean => !isPast(use) || use.stance.aspect !== 'is'

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

const COMPETITIONS =
  /^(?:races?|marathons?|half|triathlons?|\d+k|competitions?|contests?|raffles?|draws?|tournaments?|lotter(?:y|ies)|leagues?|cups?|championships?|sportives?|choirs?|events?|programmes?|programs?|courses?)$/

/** "left Barclays in May", "Bea left the bakery": whoever leaves a name alone may leave a town, a bank or an app. */
export const leftForGood = (use: RelationUse, past = isPast(use)): boolean => {
  const { verb, times, prepositions } = use.clause
  if (!past || use.stance.negated || verb.chain.length > 0) return false
  const isWhen = times.length > 0 || prepositions.some(({ objects }) => objects.some(({ np }) => np.time))
  return !isNamed(use, use.np) || use.subject.mention?.kind !== 'user' || use.mention.kind === 'organisation' || isWhen
}

/** "finished in 35 minutes" */
const isAfterIn = ({ clause, np, tokens }: RelationUse): boolean =>
  /^(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h)$/.test(tokens[np.head]!.lower) &&
  clause.prepositions.some(({ preposition, objects }) => preposition === 'in' && objects.some((one) => one.np === np))

const HOLIDAYS = wordSet('easter christmas xmas eid diwali thanksgiving hanukkah halloween holiday holidays')

/**
 * Verbs that mean the relation only of some subjects and objects: who offers 20,000 or a hand sells none, and a price that is raised has no
 * parents. By relation; where a verb does not fit, the fact keeps the verb for its relation.
 */
const FITS: Readonly<Record<string, (use: RelationUse) => boolean>> = {
  // "offers jollof for all", "offers a thesis contract"
  sells: ({ verb }) => verb !== 'offer',
  // "Ciku sells for 52"
  costs: (use) => !/^sell/.test(use.verb) || !mayBeSomebody(use),
  // "sprained an ankle", "the lathe broke mid run"
  broke: ({ verb, subject, np, tokens }) =>
    /^(?:break|fracture)$/.test(verb) &&
    (subject.personal ||
      tokens[subject.argument.np.head]!.pos === 'PROPN' ||
      BODY.has(tokens[np.head]!.lower) ||
      np.determiner !== null ||
      np.possessor !== null),
  // "entered both visits in the portal", "signed up for brownies"
  joined: (use) =>
    isNamed(use, use.np) ||
    (use.verb === 'enter' ? COMPETITIONS.test(use.tokens[use.np.head]!.lower) : !isPlural(use.reading, use.np)),
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
  // "the limit lives at 120"
  address: (use) =>
    !/^(?:live|reside)$/.test(use.verb) || (mayLive(use) && (isHome(use) || /\d/.test(use.mention.name))),
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
  // "adrenaline suffers from frost"
  diagnosed_with: (use) => !/^suffer/.test(use.verb) || mayLive(use),
  // "taken over by young people with ideas"
  acquired_by: (use) => isNamed(use, use.np) || use.mention.kind === 'organisation',
  supports: (use) => isNamed(use, use.np) || use.np.possessor !== null || isPerson(use),
  near: ({ mention }) => !/\d/.test(mention.name),
  plays_in: (use) =>
    isNamed(use, use.np) || use.tokens.slice(use.np.core, use.np.end).some(({ lower }) => CIRCLES.has(lower)),
  // "I work on Easter"
  works_on: (use) =>
    !use.np.time &&
    !HOLIDAYS.has(use.tokens[use.np.head]!.lower) &&
    // "is assigned to Dr. Hale"
    !(use.verb === 'be assigned' && (isPerson(use) || !use.subject.personal)),
  // "goes out with a torch"
  dates: (use) => isPerson(use) || isNamed(use, use.np) || use.np.possessor !== null,
  // "rang the bell"
  called: ({ subject, mention, clause: { verb } }) =>
    verb.modal === null &&
    subject.personal &&
    mention.kind !== 'value' &&
    !/\b(?:bells?|alarm|doorbell|gong|chimes?|buzzer|changes)$/.test(mention.name),
  stopped_using: (use) => isNamed(use, use.np),
  parent_of: ({ reading, verb, np, mention }) =>
    verb !== 'raise' || mention.kind === 'person' || relationByNoun(roleNoun(reading, np)) !== undefined,
  // "got sunstroke", "got the good insurance", "gets half": what somebody gets is only received where it comes from somebody.
  received: ({ verb, clause }) =>
    verb !== 'get' || clause.prepositions.some(({ preposition }) => preposition === 'from'),
  // What "we" left is seldom an employer, and whoever is leaving leaves a place. Nobody is employed by bragging.
  left_employer: (use) =>
    (use.verb !== 'leave' || leftForGood(use)) &&
    ((use.verb !== 'leave' && (isNamed(use, use.np) || !/ing$/.test(use.tokens[use.np.head]!.lower))) ||
      (use.verb === 'leave' &&
        use.mention.kind !== 'person' &&
        use.tokens[use.subject.argument.np.head]!.lower !== 'we' &&
        !use.clause.verb.progressive &&
        mayBeSomebody(use))),
  // "joined the group chat", "the break clause works for the landlord"
  works_at: (use) => {
    const { verb, np, tokens } = use
    if (verb === 'work') return mayBeSomebody(use)
    return (
      verb !== 'join' ||
      (np.nameFrom === null &&
        !(np.core === np.head && isGivenName(tokens[np.core]!.lower)) &&
        !tokens
          .slice(np.core, np.end)
          .some(({ lower }) => CIRCLES.has(lower) || /(?:verein|klub|bund|forening)$/.test(lower)))
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
    !use.subject.personal &&
    isTime(use) &&
    (use.clause.prepositions.length === 0 || isDateName(use.mention.name) || isHour(use.mention.name)) &&
    !fallsOrBegins(use) &&
    !(use.verb === 'fall' && isPast(use)),
  // "the bill ended at 4.100", "the sermon finished in 35 minutes"
  ends_on: (use) =>
    !use.subject.personal &&
    isDateName(use.mention.name) &&
    !(isAfterIn(use) && isPast(use)) &&
    !/\d[.,]\d{3}|\d ?[kmgt]b\b/i.test(use.mention.name),
  // "snow, so we opened at ten": once.
  opens_at: (use) => !isPast(use) || (isDateName(use.mention.name) && !isHour(use.mention.name)),
  // "the Dax closed at 17,500"
  closes_at: (use) =>
    !isPast(use) &&
    !/\d[.,]\d{3}/.test(use.mention.name) &&
    (isHour(use.mention.name) || isDateName(use.mention.name) || /^\d{1,2}[:.]\d\d /.test(use.mention.name)),
  // "insurance covers 50 %", "covered lungeing", "the mark covers class 37"
  // "the carpenter measured 400 kilos", "Petrus measured 41 degrees"
  has_size: ({ verb, mention, tokens, np, reading, subject, clause }) =>
    verb === 'measure'
      ? mention.kind === 'value' &&
        !(subject.personal && clause.verb.past) &&
        !/\bdegrees?\b/.test(mention.name) &&
        !/^everything/.test(mention.name) &&
        !isPlainlyPersonNoun(roleNoun(reading, subject.argument.np))
      : verb !== 'cover' || (tokens[np.core]!.pos === 'NUM' && !/%|per ?cent/.test(mention.name)),
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
  // "mum is calling me a fleet"
  named: (use) => !/^an?$/.test(use.np.determiner ?? '') && (use.clause.second.length > 0 || isNamed(use, use.np)),
  // "zotero ate my tags", "the bus eats my profit"
  eats: (use) => isHabitual(use) && (use.subject.personal || (!use.np.possessor && !use.np.determiner)),
  // "rain stopped the guys", "gave up their room", "never stopped bragging"
  quit_habit: (use) => use.subject.personal && !use.stance.negated && isHabit(use),
  reads: ({ subject }) => subject.personal,
  located_in: (use) => !/^(?:stand|sit|lie)$/.test(use.verb) || (!mayBeSomebody(use) && !isPast(use)),
  // "the cat goes to my sister", "the pager goes to Kwame", "Lumb has gone to a big group"
  visited: (use) =>
    !isPlainlyPersonNoun(use.reading.lexicon.lemma(use.tokens[use.np.head]!.lower, 'NOUN')) &&
    // "we tour "The Salt Lamp""
    (use.verb !== 'tour' || isPast(use)) &&
    (!/^(?:go|fly)$/.test(use.verb) ||
      (mayBeSomebody(use) &&
        !isPerson(use) &&
        isDestination(use) &&
        !(use.clause.verb.perfect && use.verb === 'go' && use.subject.mention?.kind !== 'user') &&
        (isPast(use) || use.stance.aspect === 'may'))),
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
  left_place: (use) => movesThere(use) && movesToPlace(use),
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

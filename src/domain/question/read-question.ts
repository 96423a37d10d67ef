import { lazy } from '../../runtime/lazy.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { phrases, words } from '../word-lists.ts'
import { type About, aboutWhom, idOfRole, namesAsked } from './about-whom.ts'
import { type FoundName, type Word, wordsIn } from './names.ts'
import { ASKED_FOR, LEAD_IN } from './read-question.words.ts'

export interface QuestionReading {
  readonly about: About | null
  /** Ids of the vocabulary of relations, and some further slot words. */
  readonly relations: readonly string[]
  /** What kind of answer is wanted; `choice` is yes or no. */
  readonly wants: 'place' | 'time' | 'amount' | 'person' | 'reason' | 'manner' | 'choice' | null
  /** `now` is said, `present` is only the tense. */
  readonly time: 'now' | 'present' | 'past' | 'future' | 'any'
  /** Names, identifiers, numbers and dates, as written. */
  readonly names: readonly string[]
}

/** What is longer than this is no question, and reading it would take long. */
const MOST_READ = 600

/** Some questions: one is read several times while it is answered. */
const MOST_KEPT = 5_000

export const readQuestion = recentTexts((text: string): QuestionReading => {
  const asked = text.slice(0, MOST_READ).replaceAll('’', "'").trim()
  const question = asked.replace(LEAD_IN, '') || asked
  const small = question.toLowerCase().replace(/\s+/g, ' ')
  const all = wordsIn(question)
  const names = namesAsked(question, all)
  const wants = wantedIn(small)
  const about = ELSEWHERE.test(small) ? null : aboutWhom(small, all, names)
  const relations = relationsIn(small)
  if (about?.kind === 'role' && (WHO_IS.test(small) || relations.includes('name')))
    relations.push(...idOfRole(about.role))
  const who = about?.kind === 'role' && relations.includes('name') ? 'person' : null
  return { about, relations, wants: wants ?? who, time: timeIn(small, relations), names: evidence(all, names) }
}, MOST_KEPT)

/** "Who is my dentist" asks for the dentist, "who paid my dentist" does not. */
const WHO_IS = /^(?:and )?(?:who(?:'s|s| is| was| are| were) (?:my|our|the|this)|which) /

/** A question in another language, of which only names and numbers are read. */
const ELSEWHERE =
  /^¿|^(?:wie|wer|wann|warum|wo|welche[rsmn]?|wessen|wem|wen|hat|habe|ist|sind|qué|quién|cuándo|dónde|cómo|cuánt[oa]s?|por qué|pourquoi|quand|où|qui|quel(?:le)?s?|comment|combien|quanto|quando|perché|chi|dove)\b/

/** "12", "the 20th", "Q3", "Friday", "october". */
function evidence(all: readonly Word[], names: readonly FoundName[]): string[] {
  const numbers = all.filter(
    (word) =>
      !names.some(({ from, to }) => word.from >= from && word.from < to) &&
      (/^[#£$€]?\d/.test(word.text) || DATES.has(word.small)),
  )
  const found = [...names, ...numbers].sort((a, b) => a.from - b.from)
  return [...new Set(found.map((one) => one.text))]
}

const DATES = words(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february april june july august september october november december spring summer autumn winter christmas easter ramadan eid diwali hanukkah',
)

const askedFor = lazy(() =>
  phrases(ASKED_FOR).map((line) => {
    const bar = line.indexOf(' | ')
    return { id: line.slice(0, bar), pattern: new RegExp(line.slice(bar + 3)) }
  }),
)

const relationsIn = (small: string): string[] =>
  askedFor()
    .filter(({ pattern }) => pattern.test(small))
    .map(({ id }) => id)

const PLACES =
  'city|town|country|village|place|street|hospital|restaurant|shop|store|office|room|building|area|airport|station|school|clinic|region|venue|floor|hotel'
const WANTED: readonly (readonly [NonNullable<QuestionReading['wants']>, RegExp])[] = [
  [
    'reason',
    /^why|\bwhy\b|\bhow come\b|\bwhat (?:made|caused|causes|was the (?:reason|cause)|speaks)\b|\b(?:reason|cause) (?:for|of|why)\b/,
  ],
  [
    'time',
    /\bwhen(?:'s| is| are| was| were| do| does| did| will| must| can| should| am| has)\b|\bwhen ?\??$|\b(?:what|which) (?:\w+ )?(?:time|date|day|days|weekday|weekdays|month|year|week)\b|^when|\b(?:until|since|till) when\b|\b(?:deadline|due date)\b|^(?:date|day|time|key date)\b/,
  ],
  [
    'amount',
    /\bhow (?:many|much|old|long|big|tall|far|often|fast|slow|large|heavy|high|wide|deep|late|hot|cold|strong)\b|\b(?:dose|dosage|price|cost|salary|amount|size|weight|headcount|percentage|number of|rate|total|budget|fee|limit|score|strength|coverage|speed.up|median)\b|\bwhat (?:number|grade|version|speed)\b/,
  ],
  ['place', new RegExp(`^where|\\bwhere\\b|\\b(?:which|what) (?:\\w+ )?(?:${PLACES})\\b|\\baddress\\b`)],
  [
    'person',
    /\bwho\b|\bwhose\b|\bwhom\b|\bwho's\b|^who|\b(?:which|what) (?:person|guy|woman|man|colleague|doctor|dentist|vet|teacher|lawyer|neighbou?r|friend|relative)\b|\bname of the (?:person|one|guy|man|woman)\b/,
  ],
  [
    'choice',
    /^(?:and |but |so |or )?(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must|isn't|aren't|don't|doesn't|didn't|hasn't|haven't|can't)\b/,
  ],
  [
    'manner',
    /^(?:and |so |but )?how(?:'s|'d)?\b|\bhow (?:do|does|did|should|can|to|is|are|was|were)\b|\b(?:quick|best|right|easiest) way\b/,
  ],
]

/** The word that the question begins with decides; what stands further inside only counts without one. */
function wantedIn(small: string): QuestionReading['wants'] {
  const choice = WANTED.find(([kind]) => kind === 'choice')!
  if (choice[1].test(small) && !/\b(?:or what|and (?:who|when|where|what|how))\b/.test(small)) return 'choice'
  return WANTED.find(([, pattern]) => pattern.test(small))?.[0] ?? null
}

const NOW =
  /\b(?:still|now|nowadays|currently|current(?! (?:density|account))|these days|at the moment|at present|presently|right now|rn|today|tonight|this (?:week|month|year|term|season)|latest|newest|most recent|so far|as of|by now|up to date|any ?more|any longer|in the end|from now on|going forward|finally|eventually|no longer)\b/
const PAST_MARK =
  /\b(?:used to|previously|formerly|originally|at first|initially|back then|back in|in the past|at the time|ago|last (?:week|month|year|spring|summer|autumn|fall|winter|night|time|term)|yesterday|(?:my|our|his|her|'s) (?:old|former|previous|first|original))\b(?! (?:name|aid|language|floor))|\bex-|\b(?:came|happened) first\b|\bopening (?:offer|bid|price)\b|^(?:the )?(?:old|first|former|previous|original|initial) (?!name|aid)/
/** Words that say the past only where no verb says the present: "who sleeps in the former office". */
const PAST_HINT =
  /\b(?:previous|former|original|initial|earlier|before|prior to)\b|\b(?:the|very|when|did \w+|was \w+) first\b(?! (?:name|aid|language|thing|floor|class|half))|\bfirst(?:,| ?\??$| and\b)/
/** Those of them that need no verb in the past: "size of the previous team". */
const HINT_ALONE = /\bfirst ?\??$|\b(?:before|previous|former|original|initial)\b/
const PAST_TENSE = /\b(?:did|was|were|had|wasn't|weren't|didn't)\b/
const SEASON =
  /\b(?:in|over|during|around|at) (?:the )?(?:spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|new year|20\d\d)\b|\b(?:at|from) the (?:start|beginning|outset)\b/
const FUTURE =
  /\b(?:will|shall|won't|gonna|going to|tomorrow|upcoming|next (?:week|month|year|time|term|season|spring|summer|autumn|winter|\w+day)|in the future|plan(?:s|ning|ned)? to|later this)\b|'ll\b/
const PRESENT =
  /\b(?:is|are|am|do|does|has|have|isn't|aren't|don't|doesn't|i'm|can|can't|must|should|need|needs)\b|\b(?:what|who|where|when|how|which|it|he|she|that)'s\b|^who \w+s\b|\b(?:whats|wheres|whos|hows)\b/
/** Of what lasts, the past tense asks for what was before. */
const LASTING = words(
  'lives_in works_at works_as earns address studies_at drives rides owns has married_to dates lives_with uses version reports_to weighs',
)

function timeIn(small: string, relations: readonly string[]): QuestionReading['time'] {
  const past = PAST_TENSE.test(small)
  const present = PRESENT.test(small)
  if (PAST_MARK.test(small)) return 'past'
  if (PAST_HINT.test(small) && (past || (!present && HINT_ALONE.test(small)))) return 'past'
  if (NOW.test(small)) return 'now'
  if (FUTURE.test(small)) return 'future'
  if (SEASON.test(small) && !present) return 'past'
  if (/\bwould\b/.test(small)) return 'any'
  if (past) return relations.some((id) => LASTING.has(id)) ? 'past' : 'any'
  return present ? 'present' : 'any'
}

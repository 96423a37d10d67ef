import { lazy } from '../../runtime/lazy.ts'
import { CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import { wordsOf } from '../ranking/words.ts'
import { words } from '../word-lists.ts'
import type { Statement } from './fact.ts'
import { relationById } from './relations.ts'

/** What lasts, of one kind. A profile says the kinds in this order. */
export interface Lasting {
  /** `ever`: nothing ends it; `state`: holds until something is said to have changed; `habit`: the same, and only what is said of the present. */
  readonly span: 'ever' | 'state' | 'habit'
  /** There is one at a time of all these relations together: a partner, a home. */
  readonly one?: boolean
  readonly relations: ReadonlySet<string>
  /** Only where the value begins with one of these. */
  readonly values?: ReadonlySet<string>
  /** Words by which a text tells that it may be over, as full-text search knows them. */
  readonly ends: readonly string[]
  /** Those of them that end it whenever they are said with the name, also in the same breath: "my wife Eleanor passed in October". */
  readonly diesWith?: readonly string[]
  /** Who is named: such words end it only where the value is named too ("Mr Deane left"), not where somebody speaks of himself. */
  readonly ofOthers?: boolean
  /** That something changed of them ends nothing between people. */
  readonly ofPeople?: boolean
  /** Two who may part: "broke" and "finished" end it only where they are said of the two. */
  readonly parts?: boolean
}

const stems = (text: string): string[] => [...new Set(wordsOf(text))]

const DEATH = 'died dead death funeral passed'
const FRIENDS = 'has_best_friend has_friend has_neighbour has_colleague has_classmate'
const ROLES =
  'has_boss has_mentor has_teacher has_tutor has_student has_coach has_doctor has_dentist has_therapist has_vet has_lawyer has_accountant has_hairdresser has_nanny has_landlord has_agent has_advisor has_assistant_person reports_to'
const PETS =
  'has_dog has_cat has_horse has_rabbit has_hamster has_parrot has_bird has_fish has_turtle has_tortoise has_guinea_pig has_puppy has_kitten has_pony has_snake has_pet has_ferret has_chicken'
const DIETS = 'vegetarian vegan pescatarian flexitarian omnivore carnivore keto'
const FAMILY =
  'has_mother has_father has_stepmother has_stepfather has_parent has_sister has_brother has_sibling has_twin has_half_sister has_half_brother has_stepsister has_stepbrother has_son has_daughter has_child has_stepson has_stepdaughter has_grandmother has_grandfather has_grandson has_granddaughter has_grandchild has_uncle has_aunt has_cousin has_nephew has_niece has_mother_in_law has_father_in_law has_sister_in_law has_brother_in_law has_son_in_law has_daughter_in_law has_godmother has_godfather has_godson has_goddaughter parent_of child_of sibling_of'

export const lastingKinds = lazy((): readonly Lasting[] => [
  {
    span: 'ever',
    relations: words(
      'name pronouns birthday born_on born_in from nationality mother_tongue blood_type star_sign name_day eye_colour named_after',
    ),
    ends: [],
  },
  {
    ...{ span: 'state', one: true, relations: words('is is_a vegetarian'), values: words(DIETS) },
    ends: stems(`${DIETS} meat fish`),
  },
  {
    ...{ span: 'state', relations: words('is is_a religion') },
    ends: stems('job quit resigned fired retired promoted became stopped converted'),
  },
  { span: 'ever', relations: words(FAMILY), ends: stems(DEATH), diesWith: stems(DEATH), ofOthers: true },
  {
    ...{
      span: 'state',
      one: true,
      ends: stems(`broke split divorced separated dumped finished apart breakup ex single widowed engaged ${DEATH}`),
      diesWith: stems(DEATH),
      ofPeople: true,
      parts: true,
    },
    relations: words(
      'married_to has_husband has_wife has_spouse has_partner has_fiance engaged_to dates has_girlfriend has_boyfriend',
    ),
  },
  {
    ...{ span: 'state', one: true, relations: words('lives_in') },
    ends: stems('move moved moving relocated relocating address'),
  },
  { span: 'state', relations: words('address timezone'), ends: stems('move moved moving relocated relocating') },
  {
    span: 'state',
    relations: words(
      'works_at works_as works_from works_hours manages runs studies studies_at teaches teaches_at plays_for member_of volunteers_at commutes_by',
    ),
    ends: stems(
      'job notice quit resigned fired sacked redundant promoted promotion retired hired freelance unemployed',
    ),
  },
  {
    span: 'ever',
    relations: words('founded graduated_from graduated_in trained_as certified_in retired grew_up_in anniversary'),
    ends: [],
  },
  { span: 'ever', relations: words('allergic_to intolerant_to diagnosed_with'), ends: [] },
  {
    span: 'state',
    relations: words('takes phone email website username shoe_size clothing_size'),
    ends: [],
  },
  {
    ...{ span: 'state', ofOthers: true, ofPeople: true, relations: words(FRIENDS) },
    ends: stems('left leaving died fired gone'),
  },
  {
    ...{ span: 'state', ofOthers: true, relations: words(ROLES) },
    ends: stems('left leaving replaced retired died quit fired gone successor'),
  },
  {
    ...{ span: 'state', ofOthers: true, relations: words(PETS) },
    ends: stems('died dead passed rehomed gave ran missing lost gone'),
  },
  {
    span: 'habit',
    relations: words(
      'speaks good_at likes dislikes prefers favourite interested_in eats drinks smokes avoids plays supports collects listens_to afraid_of believes_in practises uses drives rides wears',
    ),
    ends: [],
  },
  {
    ...{ span: 'state', ofOthers: true, relations: words('owns rents subscribed_to') },
    ends: stems('sold stolen lost broke gave cancelled returned'),
  },
])

/** Adjectives of what somebody is for long, not of how somebody feels. */
const TRAITS = words(
  `${DIETS} teetotal kosher halal celiac coeliac diabetic asthmatic epileptic dyslexic dyspraxic autistic deaf blind
   colour-blind color-blind colourblind colorblind left-handed right-handed married divorced widowed religious atheist bilingual`,
)
/** Nouns that say how somebody is today. */
const PASSING = words(
  `bit little lot mess wreck fan week day month minute step person one guest fool idiot joke disaster bundle while fool zombie huge
   total complete real big such hero star genius nightmare good great bad internet sucker morning pain problem thing convert`,
)
/** Nouns that people call themselves in jest, or for once. */
const FIGURATIVE = words(
  `queen king prince princess emperor dictator tyrant despot saint angel devil demon monster beast witch wizard magician god goddess legend
   champion champ winner loser believer unbeliever sinner machine robot cliche cliché ghost ninja rockstar superstar superhero superwoman
   superman villain dinosaur fossil sloth pig snail donkey ass cow chicken kid child baby adult grown-up grownup coward traitor liar thief
   criminal murderer killer clown muppet moron dork failure success fraud impostor imposter goner survivor stranger tourist visitor customer
   passenger prisoner hostage slave servant victim orphan celebrity natural pro rebel bore burden bother catch mystery softie sucker lightweight`,
)
/** What must, should or could be is for now, or not yet. */
const MODAL = words('must should could would may might can cannot will shall needs need ought wants want')
/** So much of something changes quietly, and is told in half a sentence. */
const QUANTITY = pattern(
  String.raw`(?:^|\s)(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|dozen|half|several|few|more|less)\s?\p{L}`,
  'iu',
)
/** Of these relations the measure is a part of what is said; of an address it is the number of the house. */
const MEASURED = words('takes teaches manages runs studies owns rents commutes_by')
/** What is pointed at is something at hand: "likes the garden", "hates crowds with this knee". One plays the piano all the same. */
const AT_HAND = /^(?:the|this|that|these|those|it|him|her|them)\b|\b(?:this|these|those)\b/
/** Adverbs that end as verbs do. */
const ADVERB = /^(?:always|sometimes|nowadays|besides|perhaps)$/
/** Of a state, verbs that tell of one that is past: "worked at", "ran the numbers". "Joined" and "moved to" begin one. */
const PAST = words(
  'worked lived ran led taught studied owned managed rented attended played dated headed oversaw supervised directed chaired had took shared stayed volunteered operated subscribed lectured commuted',
)
/** Today's date that a reader put behind "today": what has it is of a day. */
const OF_A_DAY = /\(\d{1,2} [A-Z][a-z]+ \d{4}\)/

type Said = Pick<Statement, 'predicate' | 'relation' | 'negated' | 'aspect' | 'denies' | 'value' | 'text'>

/** As the vocabulary lists it: "favourite_colour" is a favourite. */
const listed = (predicate: string): string => (predicate.startsWith('favourite_') ? 'favourite' : predicate)

/** What kind of lasting thing a statement says, or null where it says none: an event, a plan, what ended, how somebody feels. */
export function lastingKind(said: Said): Lasting | null {
  const { predicate, aspect, value, text } = said
  const [first = '', ...rest] = value.split(' ')
  const kind = lastingKinds().find(
    ({ relations, values }) => relations.has(listed(predicate)) && (!values || values.has(first)),
  )
  if (!kind || aspect !== 'is') return null
  if ((kind.span === 'habit' || MEASURED.has(predicate)) && QUANTITY().test(objectIn(said))) return null
  if (kind.span === 'habit') return isHabit(said) ? kind : null
  const [verb = ''] = said.relation.split(' ')
  if (said.negated || said.denies || (kind.span === 'state' && PAST.has(verb))) return null
  if (MODAL.has(verb)) return null
  if (isOfSeveral(said)) return null
  if ((predicate === 'lives_in' || predicate === 'works_at') && !isPlace(said)) return null
  if (predicate === 'is_a' && isName(said)) return lastingKinds()[0]!
  if (predicate === 'is') return TRAITS.has(first) && !OF_A_DAY.test(text) ? kind : null
  if (predicate === 'is_a')
    return !PASSING.has(first) && !FIGURATIVE.has(first) && rest.length < 4 && isJust(said, 'an? |the ') ? kind : null
  return kind
}

/** Whoever lives or works somewhere does so wherever it is; who "moved to" or "joined" something with a small letter may have no new home. */
const isPlace = ({ relation, text }: Said): boolean =>
  /^(?:lives?|works?|resides?) /.test(relation) || CAPITAL_FIRST().test(text.split(`${relation} `)[1] ?? '')

/** All that is said behind the relation. */
const objectIn = ({ text, relation }: Pick<Said, 'text' | 'relation'>): string =>
  text.slice(text.indexOf(` ${relation} `) + relation.length + 2)

/** "My twins Ilyès and Inès": of several one is named, and it is not known whether the others are. */
const isOfSeveral = ({ predicate, relation }: Said): boolean =>
  predicate.startsWith('has_') && /[a-z]s$/.test(relation) && !/s$/.test(predicate) && /^has /.test(relation)

/** Nothing stands between "is" and the value, nor behind it: not "is due early November", nor "is a mess today". */
const isJust = ({ text, value }: Said, article: string): boolean =>
  new RegExp(` is (?:${article})$`).test(text.slice(0, -value.length)) && text.toLowerCase().endsWith(value)

const ONE_NAME = pattern(String.raw`^\p{Lu}[^\p{Lu}]*(?: \p{Lu}.*)?$`, 'u')

/** "User is Priya", "user is German": a name, or a people. */
const isName = (said: Said): boolean => isJust(said, '') && ONE_NAME().test(said.text.slice(-said.value.length))

/** "Likes", "does not eat", "is afraid of"; not "liked", "ate", "is eating". */
function isHabit({ predicate, relation, negated, denies, text }: Said): boolean {
  if (OF_A_DAY.test(text)) return false
  const object = objectIn({ text, relation })
  if (AT_HAND.test(object) && !(predicate === 'plays' && /^the /.test(object))) return false
  if (negated) return /^(?:does not|do not|never) /.test(relation)
  if (denies && predicate !== 'dislikes') return false
  const [first = ''] = relation.split(' ').filter((word) => !ADVERB.test(word))
  const own = (relationById(listed(predicate))?.readable ?? '').split(' ')[0]
  return first === own || (/[a-z]s$/.test(first) && !['is', 'was', 'has'].includes(first))
}

/** Where lasting things stand among the slots: each from one text up to another. */
export const lastingSlots = lazy((): readonly (readonly [from: string, to: string])[] => {
  const slots = lastingKinds().flatMap(({ relations }) =>
    [...relations].map((id) => relationById(id)?.competes ?? id).filter((id) => id !== 'favourite'),
  )
  // A colon goes before the value of a slot that has one; the next sign ends the range.
  return [...[...new Set(slots)].map((slot) => [slot, `${slot};`] as const), ['favourite', 'favourite`']]
})

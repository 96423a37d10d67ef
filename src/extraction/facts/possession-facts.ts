import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByNoun } from '../../domain/statement/relations.ts'
import { BETWEEN_WORDS, pattern } from '../../runtime/pattern.ts'
import type { Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { type ClauseReading, madeBy } from './fact-rule.ts'
import { genderOf, genderOfWords, isPlural, mentionOf, ofPhrase, possessive, roleNoun, words } from './mentions.ts'
import type { Draft, Reading } from './reading.ts'
import type { Stance } from './stance.ts'

export const FAVOURITE = /^favou?rite$/i
const CERTAIN: Stance = { aspect: 'is', negated: false, certainty: 0.95 }
export const OVER: Stance = { ...CERTAIN, aspect: 'was' }

/** "has_sister", "has_dog": a person or animal that somebody has, with a name. */
const isSomebody = (relation: Relation | undefined): relation is Relation => relation?.id.startsWith('has_') === true

const FAMILY = pattern(
  String.raw`(?:^|[ -]|step|half|grand|god)(?:mother|father|mom|mum|dad|parent|sister|brother|sibling|twin|son|daughter|child|kid|baby|uncle|aunt|cousin|nephew|niece|husband|wife|spouse|partner|fianc\p{L}+|girlfriend|boyfriend|ma|pa)(?:-in-law)?$`,
  'u',
)

/** Whom one has for a while: an old one is no longer it, as an old friend is. */
const FOR_A_WHILE =
  /^has_(?:boss|landlord|doctor|dentist|therapist|teacher|tutor|coach|roommate|colleague|neighbour|assistant_person|nanny)$/

/** "my late wife", "my former boss", "our old landlord" */
function isFormer({ analysis: { tokens } }: Reading, role: NounPhrase, relation: Relation | undefined): boolean {
  const first = tokens[role.core]!.lower
  if (role.core + 1 >= (role.nameFrom ?? role.end)) return false
  return /^(?:late|former|previous|ex)$/.test(first) || (first === 'old' && FOR_A_WHILE.test(relation?.id ?? ''))
}

/** `owner` has somebody or something, described by `role`, called `name`. */
export function namedPossession(
  reading: Reading,
  owner: Mention,
  role: NounPhrase,
  name: Mention,
  told: Stance = CERTAIN,
): Draft {
  const noun = roleNoun(reading, role)
  const relation = relationByNoun(noun)
  const stance: Stance = told.aspect === 'is' && isFormer(reading, role, relation) ? { ...told, aspect: 'was' } : told
  const described =
    isPlural(reading, role) && role.nameFrom === null ? noun : words(reading, role.core, role.nameFrom ?? role.end)
  reading.references.alias(`${possessive(owner.name)} ${described}`, name.name)
  reading.references.rename(`${possessive(owner.name)} ${described}`, name.name)
  reading.references.alias(`${possessive(owner.name)} ${noun}`, name.name)
  const somebody = isSomebody(relation)
  const object: Mention = { name: name.name, kind: relation?.object ?? (somebody ? 'thing' : name.kind) }
  const asRole = genderOf(reading, role)
  const gender = asRole === '?' ? genderOfWords(name.name.split(' ')) : asRole
  reading.references.note(somebody ? object : name, { gender, subject: false })
  const predicate = relation?.id ?? `has_${noun.replaceAll(BETWEEN_WORDS(), '_')}`
  const verb = stance.negated ? 'does not have' : stance.aspect === 'was' ? 'had' : 'has'
  const close = FAMILY().test(noun) || (somebody && relation.object === undefined) || relation === undefined
  const text = close
    ? `${owner.name} ${verb} ${described} ${name.name}`
    : `${name.name} ${stance.negated ? 'is not' : stance.aspect === 'was' ? 'was' : 'is'} ${possessive(owner.name)} ${described}`
  return { subject: owner, predicate, relation: `${verb} ${described}`, object, text, ...stance }
}

/** An attribute as it is told: "my budget for the kitchen is 900 euros". */
interface Attribute {
  readonly owner: Mention
  readonly noun: NounPhrase
  /** Where what says which one it is ends, if that is after the noun: "for the kitchen". */
  readonly end?: number
  readonly value: Mention
  readonly valueText: string
  readonly verb: string
  readonly stance: Stance
}

/** "My locker number is 88", "Sarah's favourite colour is teal": an attribute of its owner. */
export function attribute(reading: Reading, told: Attribute): Draft {
  const { owner, noun, end = noun.end, value, valueText, verb, stance } = told
  const described = words(reading, noun.core, Math.max(noun.end, end))
  const favourite = /^favou?rite\b/i.test(described)
  const singular = roleNoun(reading, noun)
  const relation = favourite ? undefined : relationByNoun(singular)
  // "my new address" is my address, "my old address" was it.
  const age = noun.end - noun.core > 1 ? reading.analysis.tokens[noun.core]!.lower : ''
  const former = /^(?:old|former|previous)$/.test(age)
  const skipped = favourite || former || /^(?:new|current|present|latest)$/.test(age)
  const before = reading.analysis.tokens.slice(noun.core + (skipped ? 1 : 0), noun.end - 1)
  const bare = [...before.map(({ lower }) => lower), singular.split(' ').at(-1)!].join(' ')
  // "work phone" and "home phone" are two numbers: what the words add to the vocabulary's noun makes another slot.
  const special = relation !== undefined && bare !== singular && !relationByNoun(bare)
  const ownSlot = special && relation.valued === 'single'
  const tail = end > noun.end ? `_${snake(words(reading, noun.end, end))}` : ''
  // "my deadline is 1 Sept": I do not take place then.
  const ownDate = relation?.id === 'happens_on' && /^(?:user|assistant|person)$/.test(owner.kind)
  return {
    subject: owner,
    predicate: ownDate
      ? snake(bare)
      : relation
        ? ownSlot
          ? snake(bare)
          : relation.id
        : `${attributeName(described, favourite, bare)}${tail}`,
    relation: `has ${described}`,
    object: relation?.object && value.kind === 'thing' ? { ...value, kind: relation.object } : value,
    text: `${possessive(owner.name)} ${described} ${verb} ${valueText}`,
    ...stance,
    ...(former && stance.aspect === 'is' ? { aspect: 'was' as const } : {}),
    ...(isPlural(reading, noun) ? { single: false } : relation && !special && !ownDate ? {} : { single: true }),
  }
}

function attributeName(described: string, favourite: boolean, bare: string): string {
  if (!favourite) return snake(bare)
  return /^favou?rites?$/i.test(described) ? 'favourite' : `favourite_${snake(bare.replace('color', 'colour'))}`
}

const snake = (text: string): string => text.toLowerCase().replaceAll(BETWEEN_WORDS(), '_')

/** Kinship and roles that noun phrases carry wherever they stand: "my sister Emma …", "Sarah's brother Tom …". */
export function possessionsInPhrases(reading: Reading): Draft[] {
  const drafts: Draft[] = []
  for (const chunk of reading.analysis.chunks) {
    if (chunk.type !== 'np' || chunk.nameFrom === null || !chunk.possessor) continue
    const owner = mentionOf(reading, chunk.possessor)
    const name = mentionOf(reading, chunk)
    if (!owner || !name || !relationByNoun(roleNoun(reading, chunk))) continue
    // "her husband Leonard God help us"
    if (/ (?:God|Lord)$/.test(name.name)) continue
    const told = namedPossession(reading, owner, chunk, name, isGone(reading, chunk) ? OVER : CERTAIN)
    drafts.push(...madeBy('possession-in-a-phrase', [told]))
  }
  return drafts
}

/** "we lost our cat Tom", "my dog Rex died", "my husband Al, may he rest" */
export const isGone = (reading: Reading, phrase: NounPhrase): boolean =>
  isMourned(reading, phrase) ||
  reading.analysis.clauses.some((clause) => {
    const { verb, objects, subjects } = clause
    const done = (verb.past || verb.perfect) && !verb.negated && !verb.modal
    if (!done) return false
    if (/^(?:lose|bury|outlive)$/.test(verb.lemma)) return objects.some(({ np }) => np === phrase)
    return (/^(?:die|pass away)$/.test(verb.lemma) || passedAway(clause)) && subjects.some(({ np }) => np === phrase)
  })

const MOURNED = /^[,(]? ?(?:(?:may )?(?:he|she|they|god) rest|rest in peace|rip\b|r\.i\.p|deceased)/

const isMourned = ({ analysis: { sentence, tokens } }: Reading, { end }: NounPhrase): boolean =>
  MOURNED.test(sentence.slice(tokens[end]?.start ?? sentence.length).toLowerCase())

/** "passed in October", "passed last year"; not "passed with distinction", "passed in maths". */
const passedAway = ({ verb, objects, prepositions, times }: Clause): boolean =>
  verb.lemma === 'pass' &&
  objects.length === 0 &&
  times.length + prepositions.length > 0 &&
  prepositions.every(({ preposition, objects }) => preposition === 'in' && objects.every(({ np }) => np.time))

/** Whose attribute the subject is: "my birthday", "Sarah's birthday", "the capital of France". */
export function ownerOf({ reading, subject }: ClauseReading): Mention | null {
  const { np, end } = subject.argument
  if (np.possessor) return mentionOf(reading, np.possessor)
  if (end === np.end || np.determiner !== 'the' || !relationByNoun(roleNoun(reading, np))) return null
  const inner = ofPhrase(reading, np, end)
  return inner && mentionOf(reading, inner, end)
}

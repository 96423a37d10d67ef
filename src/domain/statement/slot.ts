import type { Statement } from './fact.ts'
import { isSingleValued, relationById } from './relations.ts'

/**
 * What a fact competes for, apart from its subject. `slot` is what stores index: facts of one subject in different slots never conflict.
 * Inside a slot, `value` and `denies` decide.
 */
export type Claim = Pick<Statement, 'slot' | 'value' | 'denies'>

/** Of a statement what its claim is made of; the object is in readable words. */
export interface ClaimSource extends Pick<Statement, 'subject' | 'predicate' | 'object' | 'negated' | 'aspect'> {
  /** Overrules the vocabulary: "my locker number is 88" is one at a time, "lives in a small house" displaces no city. */
  readonly single?: boolean
}

const ARTICLE = /^(?:the|a|an|my|your|his|her|its|our|their|some|any)\s+/

/** Case, articles and spaces do not make another value. */
export const slotValue = (object: string): string => {
  const plain = object
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .replace(/[.!,;]+$/, '')
  return plain.replace(ARTICLE, '') || plain
}

const NUMBER_WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const LEADING_NUMBER = new RegExp(`^(?:[$€£]?\\d[\\d.,:]*|(?:${NUMBER_WORDS})\\b)\\s*`)
const DOSE = /^[\d.,]+ ?(?=(?:mg|mcg|g|ml|iu|units?|drops?|tablets?|pills?|capsules?|puffs?) )/
const NUMBERED = 'level|floor|room|gate|seat|platform|row|desk|terminal|hall|shelf|drawer'
const PLACE_NUMBER = new RegExp(`^\\S+ (?=(?:floor|row|shelf|drawer)$)|(?<=^(?:${NUMBERED}) )\\S*\\d\\S*$`)

/** What a new number replaces: a lasting measure, a dose ("takes 20 mg of it"), where a thing is ("is on the fourth floor", "in room 12"). */
function measureIn(predicate: string, about: string, value: string): string {
  if (relationById(about)?.stative) return value.replace(LEADING_NUMBER, '#')
  if (predicate === 'take' || predicate === 'takes') return value.replace(DOSE, '#')
  return predicate.startsWith('is_') ? value.replace(PLACE_NUMBER, '#') : value
}

/** The relation that ends: who left a firm does not work there, who gave tennis up does not play it. */
function deniedBy(predicate: string, value: string, subject: string, own: string): string | undefined {
  const relation = relationById(predicate)
  const denied =
    relation?.denies ?? Object.entries(relation?.ends ?? {}).find(([, things]) => things.includes(value))?.[0]
  // A shop has what it sells; who sells what is his own no longer has it, nor does the user.
  return denied === 'has' && subject !== 'user' && !value.startsWith(own) ? undefined : denied
}

/** Whatever is claimed of one relation: its slot, or all that begin with it and a colon, each of one value. The end is not in it. */
export const slotRange = (slot: string): readonly [from: string, to: string] => [slot, `${slot};`]

/** The slot of a relation, or what its slots begin with. */
export const slotOf = (relation: string): string => relationById(relation)?.competes ?? relation

/**
 * - A single-valued relation has its predicate as slot: the new value replaces the old one.
 * - A many-valued one has predicate and value: only its own denial replaces it.
 * - A measured one ("has 16 GB of memory", "is on the fourth floor") has predicate and what is measured: a new number replaces the old one.
 * - What may be competes with nothing: a plan is not what is.
 */
export function claimOf({ subject, predicate, object, negated, aspect, single }: ClaimSource): Claim {
  const said = slotValue(object)
  const own = `${subject.toLowerCase()}'s `
  const denied = deniedBy(predicate, said, subject, own)
  // "sold user's car" ends that the user has a car.
  const value = denied === 'has' && said.startsWith(own) ? said.slice(own.length) : said
  if (aspect === 'may') return { slot: `may ${predicate}:${value}`, value, denies: false }
  const meant = denied ?? predicate
  const about = slotOf(meant)
  const saysNo = negated || aspect === 'was'
  // "did not leave Hooli" neither confirms nor ends anything that is known.
  if (denied && saysNo) return { slot: `${predicate}:${value}`, value, denies: true }
  const denies = saysNo || denied !== undefined
  if (single ?? isSingleValued(meant)) return { slot: about, value, denies }
  const measured = measureIn(predicate, about, value)
  if (measured !== value && measured !== '#') return { slot: `${about}:${measured}`, value, denies }
  return { slot: `${about}:${value}`, value, denies }
}

/** Of people, "Ana" and "Ana Silva" may be one. */
const isSame = ({ slot, value }: Claim, other: Claim): boolean =>
  value === other.value ||
  (relationById(slot)?.object === 'person' &&
    (value.startsWith(`${other.value} `) || other.value.startsWith(`${value} `)))

/** Can two facts of one subject not both hold? Symmetric; which of them wins is for source and time to say. */
export function conflicts(a: Claim, b: Claim): boolean {
  if (a.slot !== b.slot) return false
  if (a.denies !== b.denies) return isSame(a, b)
  return !a.denies && !isSame(a, b)
}

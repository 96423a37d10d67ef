import type { Mention } from '../../domain/statement/fact.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isGivenName } from '../words/given-names.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { describe, isPlural, mentionOf, roleNoun } from './mentions.ts'
import { attribute, namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { isAnybody } from './subjects.ts'

/** "My hobby is restoring clocks": an attribute whose value is something one does. */
export function activity({ reading, clause, subject, stance }: ClauseReading): Draft | null {
  const { np } = subject.argument
  const owner = clause.verb.progressive && np.possessor ? mentionOf(reading, np.possessor) : null
  const relation = owner && relationByNoun(roleNoun(reading, np))
  if (!owner || !relation || /^(?:has_|supports$)/.test(relation.id)) return null
  if (clause.objects.some(({ np: object }) => object.pronoun) || np.end !== clause.verb.start) return null
  const name = describe(reading, clause.verb.main, clause.end)
  const verb = clause.verb.past ? 'was' : 'is'
  return attribute(reading, { owner, noun: np, value: { name, kind: 'value' }, valueText: name, verb, stance })
}

/** "My dog is called Rex": whoever has the dog has Rex. */
export function called(at: ClauseReading): Draft[] {
  const { reading, tokens, clause, subject, stance } = at
  const { np } = subject.argument
  return clause.objects.flatMap((object) => {
    const named = tokens[object.np.head]!.pos === 'PROPN'
    const name = mentionOf(reading, object.np, object.end)
    // "we're called Damp Vicar": all of us together.
    // "she's called me": on the telephone.
    if (!name || name.kind === 'user' || (object.np.determiner && !named) || tokens[np.head]!.lower === 'we') return []
    // "the twins are called Ada and Bo": each of them has one of the names.
    if (clause.objects.length > 1 && isPlural(reading, np)) return []
    const host = np.possessor ? undefined : holding(reading, clause, np)
    // "I do not have a sister called Ana"
    if (host?.verb.negated) return []
    const holder = host?.subjects[0]
    const owner = np.possessor ? mentionOf(reading, np.possessor) : holder ? mentionOf(reading, holder.np) : null
    // "we've got a young man called Tobias": he is nobody's.
    if (owner && isAnybody(tokens[np.head]!)) return []
    // "we had a cat called Tom"
    const isOver = host?.verb.past && !host.verb.perfect && /^has_(?:cat|dog|pet|horse)$/.test(roleOf(reading, np))
    if (owner) return namedPossession(reading, owner, np, name, isOver ? { ...stance, aspect: 'was' } : stance)
    return subject.mention && clause.marker !== 'en' ? factOf(at, 'name', subject.verbWords, name) : []
  })
}

const roleOf = (reading: Reading, np: NounPhrase): string => relationByNoun(roleNoun(reading, np))?.id ?? ''

/** "I have a dog called Rex and a cat called Tom": who has what is named here. */
function holding({ analysis: { clauses } }: Reading, clause: Clause, np: NounPhrase): Clause | undefined {
  const having = (other: Clause) => other !== clause && other.verb.lemma === 'have'
  return (
    clauses.find((other) => having(other) && other.objects.some((argument) => argument.np === np)) ??
    clauses.findLast((other) => having(other) && other.verb.end <= np.start && clause.marker === 'en')
  )
}

/** "two kids, Ana and Leo", "a brother, Tom", "a brother Tom": the names that follow what is counted, or who is. */
export function namesAfter(reading: Reading, { np, end }: Argument): Mention[] {
  const { chunks, tokens } = reading.analysis
  const one = /^an?$/.test(np.determiner ?? '') ? relationByNoun(roleNoun(reading, np)) : undefined
  if (one && (one.object === 'person' || PETS.test(one.id))) return nameOfOne(reading, np, end)
  if (!isPlural(reading, np) || tokens[np.core]!.pos !== 'NUM') return []
  let i = chunks.findIndex((chunk) => chunk.start === end)
  if (chunks[i]?.type !== 'comma' && tokens[end]?.text !== ':') return []
  const names: Mention[] = []
  for (i++; /^(?:np|comma|cc)$/.test(chunks[i]?.type ?? ''); i++) {
    const chunk = chunks[i]!
    if (chunk.type !== 'np') continue
    const name = tokens[chunk.head]!.pos === 'PROPN' ? mentionOf(reading, chunk) : null
    if (!name) return []
    names.push(name)
  }
  return names.length > 1 ? names : []
}

const PETS =
  /^has_(?:dog|cat|horse|rabbit|hamster|parrot|bird|fish|turtle|tortoise|guinea_pig|puppy|kitten|pony|snake|pet|ferret|chicken)$/
const TITLE = /^(?:dr|mr|mrs|ms|miss|prof|professor|doctor|sister|father)\.?$/

/** "a son, Max, and a daughter, Lea": Max is no third. */
export const isNameOfOther = (reading: Reading, { objects }: Clause, { np }: Argument): boolean =>
  !np.determiner &&
  reading.analysis.tokens[np.head]!.pos === 'PROPN' &&
  objects.some(
    (other) => other.np !== np && namesAfter(reading, other).some(({ name }) => name === mentionOf(reading, np)?.name),
  )

/** A given name, or one with a title: "a doctor, Tuesday", "a teacher, French" and "a sister, Paris" name nobody. */
function nameOfOne(reading: Reading, np: NounPhrase, end: number): Mention[] {
  const { chunks, tokens } = reading.analysis
  const isSomebodys = (from: number) => isGivenName(tokens[from]!.lower) || TITLE.test(tokens[from]!.lower)
  if (np.nameFrom !== null) return isSomebodys(np.nameFrom) ? [mentionOf(reading, np) ?? []].flat() : []
  const at = chunks.findIndex((chunk) => chunk.start === end)
  const [comma, name, next, after] = at < 0 ? [] : chunks.slice(at)
  if (comma?.type !== 'comma' || name?.type !== 'np' || name.determiner || name.possessor || name.time) return []
  // "a daughter, Claude, what should I buy her?" calls somebody.
  const goesOn = next?.type === 'comma' && (after?.type === 'cc' || tokens[after?.start ?? -1]?.lower === 'who')
  if (next && next.type !== 'break' && !goesOn) return []
  const isName = tokens[name.head]!.pos === 'PROPN' && isSomebodys(name.core)
  return isName ? [mentionOf(reading, name) ?? []].flat() : []
}

export const isNaming = ({ verb }: Clause): boolean => verb.lemma === 'call' || verb.lemma === 'name'

const namingOf = ({ analysis: { clauses } }: Reading, np: NounPhrase): Clause | undefined =>
  clauses.find((clause) => clause.antecedent === np && clause.marker === 'en' && isNaming(clause))

export const isNamed = (reading: Reading, np: NounPhrase): boolean => namingOf(reading, np) !== undefined

/** "a gym called Iron Hall": its name, as far as the words of the phrase go then. */
export function nameBehind(reading: Reading, { np, end }: Argument): Argument | null {
  const naming = namingOf(reading, np)
  const [name, ...others] = naming?.objects ?? []
  const isIts = name && others.length === 0 && naming?.verb.start === end && naming.end === name.end
  return isIts && reading.analysis.tokens[name.np.head]!.pos === 'PROPN' ? name : null
}

/** "My parents named me Wolfgang": I am called so. */
export function renamed({ reading, tokens, clause, stance }: ClauseReading): Draft | null {
  const [object] = clause.objects
  const second = clause.second[0]?.np
  // Whatever the verb is: who "her" is, is known to later sentences too.
  const whom = second?.pronoun ? mentionOf(reading, second) : null
  if (!isNaming(clause) || !object || !whom || tokens[object.np.head]!.pos !== 'PROPN') return null
  // What somebody calls somebody else, or wants to, is not their name.
  if (stance.aspect !== 'is' || clause.verb.chain.length > 0 || tokens[second!.head]!.lower === 'us') return null
  if (clause.verb.lemma === 'call' && (whom.kind !== 'user' || !areMany(reading, clause))) return null
  const name = mentionOf(reading, object.np, object.end)
  if (!name) return null
  const text = `${whom.name} is called ${name.name}`
  return { subject: whom, predicate: 'name', relation: 'is called', object: name, text, ...stance }
}

/** "everyone calls me Mo"; what one of them calls me is a joke of theirs. */
const areMany = (reading: Reading, { subjects }: Clause): boolean =>
  subjects.length > 1 ||
  subjects.some(
    ({ np }) =>
      /^(?:everyone|everybody|people|they|all|most)$/.test(reading.analysis.tokens[np.head]!.lower) ||
      (!np.pronoun && isPlural(reading, np)),
  )

/** "I named my dog Rex" */
export function namedObject({ reading, clause, stance }: ClauseReading): Draft | Draft[] {
  const { np } = clause.objects[0]!
  const owner = mentionOf(reading, np.possessor!)
  const name = mentionOf(reading, np)
  return owner && name ? namedPossession(reading, owner, np, name, stance) : []
}

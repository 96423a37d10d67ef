import type { Mention } from '../../domain/statement/fact.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { describe, isPlural, mentionOf, roleNoun } from './mentions.ts'
import { attribute, namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

/** "My hobby is restoring clocks": an attribute whose value is something one does. */
export function activity(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const { np } = subject.argument
  const owner = clause.verb.progressive && np.possessor ? mentionOf(reading, np.possessor) : null
  const relation = owner && relationByNoun(roleNoun(reading, np))
  if (!owner || !relation || relation.id.startsWith('has_')) return null
  if (clause.objects.some(({ np: object }) => object.pronoun) || np.end !== clause.verb.start) return null
  const name = describe(reading, clause.verb.main, clause.end)
  return attribute(reading, owner, np, { name, kind: 'value' }, name, clause.verb.past ? 'was' : 'is', stance)
}

/** "My dog is called Rex": whoever has the dog has Rex. */
export function called(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const { np } = subject.argument
  return clause.objects.flatMap((object) => {
    const named = reading.analysis.tokens[object.np.head]!.pos === 'PROPN'
    const name = mentionOf(reading, object.np, object.end)
    if (!name || (object.np.determiner && !named)) return []
    const owner = np.possessor ? mentionOf(reading, np.possessor) : holderOf(reading, clause, np)
    if (owner) return [namedPossession(reading, owner, np, name, stance)]
    if (!subject.mention || clause.marker === 'en') return []
    return [
      {
        subject: subject.mention,
        predicate: 'name',
        relation: subject.verbWords,
        object: name,
        text: `${subject.text} ${subject.verbWords} ${name.name}`,
        ...stance,
      },
    ]
  })
}

/** "I have a dog called Rex and a cat called Tom": who has what is named here. */
function holderOf(reading: Reading, clause: Clause, np: NounPhrase): Mention | null {
  const { clauses } = reading.analysis
  const having = (other: Clause) => other !== clause && other.verb.lemma === 'have'
  const host =
    clauses.find((other) => having(other) && other.objects.some((argument) => argument.np === np)) ??
    clauses.findLast((other) => having(other) && other.verb.end <= np.start && clause.marker === 'en')
  return host?.subjects[0] ? mentionOf(reading, host.subjects[0].np) : null
}

/** "two kids, Ana and Leo": the names that follow what is counted. */
export function namesAfter(reading: Reading, { np, end }: Argument): Mention[] {
  const { chunks, tokens } = reading.analysis
  let i = chunks.findIndex((chunk) => chunk.start === end)
  if (
    !isPlural(reading, np) ||
    tokens[np.core]!.pos !== 'NUM' ||
    !(chunks[i]?.type === 'comma' || tokens[end]?.text === ':')
  )
    return []
  const names: Mention[] = []
  for (i++; chunks[i]?.type === 'np' || chunks[i]?.type === 'comma' || chunks[i]?.type === 'cc'; i++) {
    const chunk = chunks[i]!
    if (chunk.type !== 'np') continue
    const name = tokens[chunk.head]!.pos === 'PROPN' ? mentionOf(reading, chunk) : null
    if (!name) return []
    names.push(name)
  }
  return names.length > 1 ? names : []
}

export const isNamed = ({ analysis: { clauses } }: Reading, np: Argument['np']): boolean =>
  clauses.some(
    (clause) =>
      clause.antecedent === np &&
      clause.marker === 'en' &&
      (clause.verb.lemma === 'call' || clause.verb.lemma === 'name'),
  )

/** "My parents named me Wolfgang": I am called so. */
export function renamed(reading: Reading, { verb, objects, second }: Clause, stance: Stance): Draft | null {
  const [object] = objects
  const whom = second[0]?.np.pronoun ? mentionOf(reading, second[0].np) : null
  if (
    !/^(?:call|name)$/.test(verb.lemma) ||
    !object ||
    !whom ||
    reading.analysis.tokens[object.np.head]!.pos !== 'PROPN'
  )
    return null
  const name = mentionOf(reading, object.np, object.end)
  return (
    name && {
      subject: whom,
      predicate: 'name',
      relation: 'is called',
      object: name,
      text: `${whom.name} is called ${name.name}`,
      ...stance,
    }
  )
}

import { relationByPhrase } from '../../domain/statement/relations.ts'
import { BETWEEN_WORDS, CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import type { Clause } from '../clauses/clause.ts'
import { PASSING, TRAITS } from '../words/traits.ts'
import { describe, mentionOf, words } from './mentions.ts'
import { isTelling } from './objects.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const LETTER_FIRST = pattern(String.raw`^\p{L}`, 'u')

export function adjectival(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  if (!subject.mention) return []
  const adjective = clause.adjectives.at(-1)!
  const word = tokens[adjective.start]!.lower
  const pp = clause.prepositions.find((phrase) => phrase.start === adjective.end)
  const relation = `${subject.verbWords} ${words(reading, clause.adjectives[0]!.start, adjective.end)}`
  const gerundFollows = clause.gerunds[0] !== undefined && clause.gerunds[0].start === adjective.end + 1
  if (clause.gerundPreposition && gerundFollows) {
    if (
      PASSING.has(word) &&
      clause.gerundPreposition !== 'at' &&
      !relationByPhrase(`be ${word} ${clause.gerundPreposition}`)
    )
      return []
    return clause.gerunds
      .filter((gerund) => isTelling(reading, gerund))
      .map(({ start, end }) => {
        const name = describe(reading, start, end)
        const predicate =
          relationByPhrase(`be ${word} ${clause.gerundPreposition}`)?.id ?? `is_${word}_${clause.gerundPreposition}`
        return {
          subject: subject.mention!,
          predicate,
          relation: `${relation} ${clause.gerundPreposition}`,
          object: { name, kind: 'value' },
          text: `${subject.text} ${relation} ${clause.gerundPreposition} ${name}`,
          ...stance,
        }
      })
  }
  if (pp) {
    const known = relationByPhrase(`be ${word} ${pp.preposition}`)
    if (!known && PASSING.has(word)) return []
    return pp.objects.flatMap((object) => {
      const mention = mentionOf(reading, object.np, object.end)
      if (!mention) return []
      const predicate = known?.id ?? `is_${word}_${pp.preposition}`.replaceAll(BETWEEN_WORDS(), '_')
      const text = `${subject.text} ${relation} ${pp.preposition} ${describe(reading, object.np.start, object.end)}${rest(reading, clause, object.end)}`
      return [
        {
          subject: subject.mention!,
          predicate,
          relation: `${relation} ${pp.preposition}`,
          object: known?.object ? { ...mention, kind: known.object } : mention,
          text,
          ...stance,
        },
      ]
    })
  }
  if (stance.aspect === 'was') return []
  return clause.adjectives.flatMap((link) => {
    // "lactose intolerant": a noun straight before the adjective belongs to it.
    const noun = clause.objects.find((object) => object.end === link.start)
    const name = words(reading, noun?.np.start ?? link.start, link.end)
    const lower = name.toLowerCase()
    const last = lower.split(' ').at(-1)!
    if (subject.personal && !TRAITS.has(last) && !CAPITAL_FIRST().test(name)) return []
    if (!subject.personal && subject.generic) return []
    if (PASSING.has(lower) || /[^aeiou]er$/.test(lower) || !LETTER_FIRST().test(name)) return []
    return [
      {
        subject: subject.mention!,
        predicate: 'is',
        relation: subject.verbWords,
        object: { name, kind: 'value' },
        text: `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, link.end)}`,
        ...stance,
        certainty: stance.certainty - 0.1,
      },
    ]
  })
}

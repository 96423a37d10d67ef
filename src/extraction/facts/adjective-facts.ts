import { relationByPhrase } from '../../domain/statement/relations.ts'
import { BETWEEN_WORDS, CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import type { PrepositionalPhrase } from '../clauses/clause.ts'
import type { Link } from '../phrases/chunks.ts'
import { PASSING, TRAITS } from '../words/traits.ts'
import { type ClauseReading, type FactRule, factOf, readFacts } from './fact-rule.ts'
import { isDoneInJest, isInJest } from './jests.ts'
import { describe, mentionOf, words } from './mentions.ts'
import { isTelling } from './objects.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'

const LETTER_FIRST = pattern(String.raw`^\p{L}`, 'u')

interface AdjectiveReading extends ClauseReading {
  readonly adjective: Link
  readonly word: string
  /** Verb and adjectives: "is very allergic". */
  readonly relation: string
  /** What stands straight after it: "to nuts". */
  readonly phrase: PrepositionalPhrase | undefined
}

/** What "X is …" says with an adjective. */
const ADJECTIVE_FACTS: readonly FactRule<AdjectiveReading>[] = [
  {
    name: 'adjective-and-gerund',
    when: ({ clause, adjective }) =>
      clause.gerundPreposition !== null && clause.gerunds[0]?.start === adjective.end + 1,
    read: gerundsAfterAdjective,
  },
  { name: 'adjective-and-preposition', when: ({ phrase }) => phrase !== undefined, read: objectsOfAdjective },
  { name: 'state-that-is-over', when: ({ stance }) => stance.aspect === 'was', read: () => [] },
  { name: 'lasting-trait', read: (at) => at.clause.adjectives.flatMap((link) => trait(at, link)) },
]

export function adjectiveFacts(at: ClauseReading): readonly Draft[] {
  const { reading, tokens, clause, subject } = at
  if (!subject.mention) return []
  const adjective = clause.adjectives.at(-1)!
  return readFacts(ADJECTIVE_FACTS, {
    ...at,
    adjective,
    word: tokens[adjective.start]!.lower,
    relation: `${subject.verbWords} ${words(reading, clause.adjectives[0]!.start, adjective.end)}`,
    phrase: clause.prepositions.find(({ start }) => start === adjective.end),
  })
}

/** "is good at cooking" */
function gerundsAfterAdjective(at: AdjectiveReading): Draft[] {
  const { reading, clause, word, relation } = at
  const preposition = clause.gerundPreposition!
  const known = relationByPhrase(`be ${word} ${preposition}`)
  if (PASSING.has(word) && preposition !== 'at' && !known) return []
  return clause.gerunds
    .filter((gerund) => isTelling(reading, gerund) && !isDoneInJest(reading, known?.id, gerund))
    .map(({ start, end }) => {
      const object = { name: describe(reading, start, end), kind: 'value' } as const
      return factOf(at, known?.id ?? `is_${word}_${preposition}`, `${relation} ${preposition}`, object)
    })
}

/** "is allergic to nuts" */
function objectsOfAdjective(at: AdjectiveReading): Draft[] {
  const { reading, clause, subject, word } = at
  const { preposition, objects } = at.phrase!
  const phrase = relationByPhrase(`be ${word} ${preposition}`)
  // "my sister is due on 3 May": she does not take place.
  const known = phrase?.id === 'happens_on' && subject.personal ? undefined : phrase
  if (!known && PASSING.has(word)) return []
  // "was dry of course"
  if (preposition === 'of' && objects.some(({ np }) => at.tokens[np.head]!.lower === 'course')) return []
  const plain = `is_${word}_${preposition}`.replaceAll(BETWEEN_WORDS(), '_')
  const predicate = known?.id ?? plain
  const relation = `${at.relation} ${preposition}`
  return objects.flatMap(({ np, end }) => {
    const mention = mentionOf(reading, np, end)
    if (!mention || isInJest(reading, known?.id, np)) return []
    const text = `${subject.text} ${relation} ${describe(reading, np.start, end)}${rest(reading, clause, end)}`
    // "is close to 4,900" is near no place.
    if (known?.object === 'place' && mention.kind === 'value') return factOf(at, plain, relation, mention, text)
    return factOf(at, predicate, relation, known?.object ? { ...mention, kind: known.object } : mention, text)
  })
}

function trait(at: AdjectiveReading, link: Link): Draft[] {
  const { reading, tokens, clause, subject, stance } = at
  // "lactose intolerant": a noun straight before the adjective belongs to it.
  const noun = clause.objects.find((object) => object.end === link.start)
  // "silly fast": the adjective is the second.
  const second = tokens[link.end]
  const end = second?.pos === 'ADV' && reading.lexicon.canBe(second.lower, 'ADJ') ? link.end + 1 : link.end
  const name = words(reading, noun?.np.start ?? link.start, end)
  const lower = name.toLowerCase()
  const lasts = TRAITS.has(lower.split(' ').at(-1)!) || CAPITAL_FIRST().test(name)
  if (subject.personal ? !lasts : subject.generic) return []
  if (PASSING.has(lower) || /[^aeiou]er$|^(?:worse|better|more|less)\b/.test(lower) || !LETTER_FIRST().test(name))
    return []
  const text = `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, end)}`
  const fact = factOf(at, 'is', subject.verbWords, { name, kind: 'value' }, text)
  return [{ ...fact, certainty: stance.certainty - 0.1 }]
}

import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import { describe, isEmpty, mentionOf, ofPhrase, roleNoun } from './mentions.ts'
import { isNamed, namesAfter } from './naming-facts.ts'
import { objectMention, objectText, phraseFor, snake } from './objects.ts'
import { namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const COMMUNICATION = new Set([
  'tell',
  'ask',
  'inform',
  'thank',
  'show',
  'remind',
  'thank',
  'let',
  'hear',
  'see',
  'get',
])

export function objectFact(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  object: Argument,
  verb: string,
  stance: Stance,
): Draft[] {
  const { tokens } = reading.analysis
  const { np } = object
  const head = np.pronoun ? '' : roleNoun(reading, np).split(' ').at(-1)!
  // "got a job at Nordwind", "takes place on 12 March": verb and noun together are the relation, the next phrase is its object.
  for (const pp of clause.prepositions) {
    const target = pp.objects[0]
    if (!target || pp.start < object.end) continue
    const relation = phraseFor(reading, `${verb} ${head}`, pp, target)
    const mention = relation && mentionOf(reading, target.np, target.end)
    if (!relation || !mention) continue
    return pp.objects.flatMap((each) => {
      const m = mentionOf(reading, each.np, each.end)
      if (!m) return []
      const words = `${subject.verbWords} ${describe(reading, np.start, np.end)} ${pp.preposition}`
      return [
        fact(
          relation,
          relation.id,
          words,
          m,
          each,
          `${describe(reading, each.np.start, each.end)}${rest(reading, clause, pp.end)}`,
        ),
      ]
    })
  }
  const inner = object.end > np.end ? ofPhrase(reading, np, object.end) : null
  const taken = inner && relationByPhrase(`${verb} ${head} of`)
  const innerMention = taken && mentionOf(reading, inner, object.end)
  if (taken && innerMention)
    return [
      fact(
        taken,
        taken.id,
        `${subject.verbWords} ${describe(reading, np.start, np.end)} of`,
        innerMention,
        { np: inner, end: object.end },
        `${describe(reading, inner.start, object.end)}${rest(reading, clause, object.end)}`,
      ),
    ]
  const second = clause.second[0]
  const children = verb === 'have' ? namesAfter(reading, object) : []
  if (children.length > 0) return children.map((name) => namedPossession(reading, subject.mention!, np, name, stance))
  // "have a dog called Rex" is told by the naming.
  if (verb === 'have' && isNamed(reading, np)) return []
  const mention = objectMention(reading, object)
  if (!mention) return []
  if (isEmpty(reading, np) && !relationByPhrase(`${verb} ${head}`)) return []
  // "told me that …" is told by what follows; "asked Tom" says nothing that lasts.
  if (COMMUNICATION.has(clause.verb.lemma) && clause.second.length === 0 && (np.pronoun || mention.kind === 'person'))
    return []
  const between = second ? ` ${describe(reading, second.np.start, second.end)}` : ''
  const proper = tokens[np.head]!.pos === 'PROPN'
  const found = relationByPhrase(`${verb} ${head}`) ?? relationByPhrase(verb)
  const fits =
    found?.object === 'value' && found.stative
      ? mention.kind === 'value'
      : !found?.object ||
        found.object === 'value' ||
        proper ||
        found.object === mention.kind ||
        (found.object === 'person' && mention.kind === 'user')
  const able = found?.object !== 'organisation' || subject.personal || tokens[subject.argument.np.head]!.pos === 'PROPN'
  const relation = fits && able ? found : undefined
  // "it keeps me going", "the crowd energised us": what a thing does to somebody is no fact about either.
  if (!subject.personal && np.pronoun && clause.second.length === 0) return []
  return [
    fact(
      relation,
      relation?.id ?? snake(verb),
      `${subject.verbWords}${between}`,
      mention,
      object,
      `${objectText(reading, object, mention)}${rest(reading, clause, object.end)}`,
    ),
  ]

  function fact(
    relation: Relation | undefined,
    predicate: string,
    words: string,
    mention: Mention,
    argument: Argument,
    tail: string,
  ): Draft {
    const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
    const named = tokens[argument.np.head]!.pos === 'PROPN' || kind === 'value'
    return {
      subject: subject.mention!,
      predicate,
      relation: words,
      object: { ...mention, kind },
      text: `${subject.text} ${words} ${tail}`,
      ...stance,
      negated: stance.negated !== (argument.np.determiner === 'no'),
      certainty: stance.certainty - (relation ? 0 : 0.05) - (subject.resolved ? 0.1 : 0),
      ...(relation?.valued === 'single' && !named ? { single: false } : {}),
    }
  }
}

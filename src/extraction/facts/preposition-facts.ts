import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument, Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import { PARTICLES, TIME_NOUNS } from '../words/word-lists.ts'
import { isEmpty } from './mentions.ts'
import { isNameLike, objectMention, objectText, phraseFor, snake } from './objects.ts'
import { participleState } from './passive-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

export function prepositionFact(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  verb: string,
  stance: Stance,
): Draft[] {
  const { tokens } = reading.analysis
  const after = tokens[clause.verb.end]
  const follows =
    after &&
    (clause.adverbs[0]?.start === clause.verb.end ||
      (PARTICLES.has(after.lower) && clause.prepositions.some((pp) => pp.start === clause.verb.end + 1)))
  const adverb = follows ? ` ${after.lower}` : ''
  // "went up to 900 euros", "ran out of milk": a particle makes another verb.
  const particle = adverb !== '' && PARTICLES.has(adverb.trim())
  const [best, ...others] = [...clause.prepositions].sort((a, b) => rank(b) - rank(a))
  if (!best) return participleState(reading, clause, subject, stance)
  // "moved from Madrid to Oslo" ends one state and begins another; "works as a nurse at Alto" tells two.
  const more = others.filter((pp) => {
    const relation = known(pp)
    if (relation === undefined || relation === known(best)) return false
    const named = tokens[pp.objects[0]!.np.head]!.pos === 'PROPN'
    return (
      relation.denies !== undefined ||
      known(best)?.denies !== undefined ||
      (relation.valued === 'single' && known(best)?.valued === 'single' && named)
    )
  })
  return [best, ...more].flatMap((pp) => pp.objects.flatMap((object) => fact(pp, object)))

  function fact(pp: PrepositionalPhrase, object: Argument): Draft[] {
    const relation = known(pp)
    const mention = objectMention(reading, object)
    if (!mention) return []
    const head = tokens[object.np.head]!
    if (
      !relation &&
      (isEmpty(reading, object.np) ||
        (!clause.verb.passive && (pp.preposition === 'of' || object.np.time || TIME_NOUNS.has(head.lower))))
    )
      return []
    const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
    const words = `${subject.verbWords}${particle || relationByPhrase(`${verb}${adverb} ${pp.preposition}`) ? adverb : ''} ${pp.preposition}`
    return [
      {
        subject: subject.mention!,
        predicate: relation?.id ?? snake(`${verb}${particle ? adverb : ''} ${pp.preposition}`),
        relation: words,
        object: { ...mention, kind },
        text: `${subject.text} ${words} ${objectText(reading, object, mention)}${rest(reading, clause, clause.verb.end, pp)}`,
        ...stance,
        certainty: stance.certainty - (relation ? 0 : 0.1) - (subject.resolved ? 0.1 : 0),
        ...(relation?.valued === 'single' && !isNameLike(object.np, head) && kind !== 'value' ? { single: false } : {}),
      },
    ]
  }

  function known(phrase: PrepositionalPhrase): Relation | undefined {
    const target = phrase.objects[0]
    return (
      target &&
      (phraseFor(reading, `${verb}${adverb}`, phrase, target) ??
        (particle ? undefined : phraseFor(reading, verb, phrase, target)))
    )
  }
  /** What the vocabulary knows, with a name, before what it does not; times last. */
  function rank(phrase: PrepositionalPhrase): number {
    const target = phrase.objects[0]
    if (!target) return -1
    const proper = tokens[target.np.head]!.pos === 'PROPN' ? 2 : 0
    const relation = known(phrase)
    const first = clause.prepositions.map(known).find(Boolean)
    return (relation ? 4 + (relation === first ? 3 + proper : 0) : 0) + (target.np.time ? 0 : 1) - phrase.start / 1000
  }
}

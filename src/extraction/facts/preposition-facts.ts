import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument, PrepositionalPhrase } from '../clauses/clause.ts'
import { NUMBER_WORDS, PARTICLES, TIME_NOUNS } from '../words/word-lists.ts'
import { type ClauseReading, factOf } from './fact-rule.ts'
import { isInJest } from './jests.ts'
import { isEmpty, mentionOf } from './mentions.ts'
import { nameBehind } from './naming-facts.ts'
import { isNameLike, objectMention, objectText, phraseFor, snake } from './objects.ts'
import type { Draft } from './reading.ts'
import { whereItFits } from './relation-fits.ts'
import { restAround } from './rest.ts'

interface PrepositionReading extends ClauseReading {
  readonly verb: string
  /** The adverb after the verb, with a space before it: " back". */
  readonly adverb: string
  /** "went up to 900 euros", "ran out of milk": a particle makes another verb. */
  readonly particle: boolean
}

/** What a verb says with its prepositional phrases. */
export function prepositionFacts(clauseReading: ClauseReading, verb: string): Draft[] {
  const { tokens, clause } = clauseReading
  const adverb = adverbAfterVerb(clauseReading)
  const at = { ...clauseReading, verb, adverb, particle: PARTICLES.has(adverb.trim()) }
  const relations = new Map(clause.prepositions.map((phrase) => [phrase, relationOf(at, phrase)]))
  const first = [...relations.values()].find(Boolean)
  /** What the vocabulary knows, with a name, before what it does not; times last. */
  const rank = (phrase: PrepositionalPhrase): number => {
    const target = phrase.objects[0]
    if (!target) return -1
    const relation = relations.get(phrase)
    const known = relation === first ? 7 + (tokens[target.np.head]!.pos === 'PROPN' ? 2 : 0) : 4
    return (relation ? known : 0) + (target.np.time ? 0 : 1) - phrase.start / 1000
  }
  const [best, ...others] = [...clause.prepositions].sort((a, b) => rank(b) - rank(a))
  const main = best && relations.get(best)
  // "moved from Madrid to Oslo" ends one state and begins another; "works as a nurse at Alto" tells two.
  const more = others.filter((pp) => {
    const relation = relations.get(pp)
    if (relation === undefined || relation === main) return false
    if (relation.denies !== undefined || main?.denies !== undefined) return true
    const { np } = pp.objects[0]!
    // "lives in Vancouver since November"
    const named = tokens[np.head]!.pos === 'PROPN' && !np.time
    return relation.valued === 'single' && main?.valued === 'single' && named
  })
  return [best!, ...more].flatMap((pp) => pp.objects.flatMap((object) => told(at, pp, relations.get(pp), object)))
}

function adverbAfterVerb({ tokens, clause: { verb, adverbs, prepositions } }: ClauseReading): string {
  const after = tokens[verb.end]
  if (!after) return ''
  const isParticle = PARTICLES.has(after.lower) && prepositions.some((pp) => pp.start === verb.end + 1)
  return adverbs[0]?.start === verb.end || isParticle ? ` ${after.lower}` : ''
}

function relationOf(at: PrepositionReading, phrase: PrepositionalPhrase): Relation | undefined {
  const { reading, verb, adverb, particle } = at
  const target = phrase.objects[0]
  if (!target) return undefined
  const relation = phraseFor(reading, `${verb}${adverb}`, phrase, target)
  const found = relation ?? (particle ? undefined : phraseFor(reading, verb, phrase, target))
  const mention: Mention = (found && mentionOf(reading, target.np, target.end)) ?? { name: '', kind: 'thing' }
  return whereItFits(found, { ...at, np: target.np, mention })
}

function told(
  at: PrepositionReading,
  pp: PrepositionalPhrase,
  relation: Relation | undefined,
  given: Argument,
): Draft[] {
  const { reading, tokens, clause, subject, stance, verb, adverb, particle } = at
  const name = nameBehind(reading, given)
  const object = name ? { np: given.np, end: name.end } : given
  const mention = objectMention(reading, name ?? object)
  if (!mention || (!relation && tellsNothing(at, pp, object)) || isInJest(reading, relation?.id, object.np)) return []
  const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
  const { preposition } = pp
  // "sits nowhere near Karol"
  const kept = particle || adverb === ' nowhere' || relationByPhrase(`${verb}${adverb} ${preposition}`) ? adverb : ''
  const words = `${subject.verbWords}${kept} ${preposition}`
  // What the vocabulary knows begins as it reads it: "moved to Leeds from Rome" and "moved from Rome to Leeds" tell two.
  const { before, behind } = restAround(reading, clause, clause.verb.end + (kept ? 1 : 0), pp, relation !== undefined)
  const described = objectText(reading, object, mention, subject.mention!.name)
  const text = `${subject.text} ${subject.verbWords}${kept}${before} ${preposition} ${described}${behind}`
  const predicate = relation?.id ?? snake(`${verb}${particle ? adverb : ''} ${preposition}`)
  const named = isNameLike(object.np, tokens[object.np.head]!) || kind === 'value'
  return [
    {
      ...factOf(at, predicate, words, { ...mention, kind }, text),
      certainty: stance.certainty - (relation ? 0 : 0.1) - (subject.resolved ? 0.1 : 0),
      ...(relation?.valued === 'single' && !named ? { single: false } : {}),
    },
  ]
}

/** "dream of it", "went in the morning": without a relation of its own, only what is something tells something. */
function tellsNothing(
  { reading, tokens, clause }: PrepositionReading,
  pp: PrepositionalPhrase,
  { np }: Argument,
): boolean {
  if (isEmpty(reading, np)) return true
  // "decided on four": of what, is said elsewhere; "closes for good"
  const { lower } = tokens[np.core]!
  if (np.core === np.head && NUMBER_WORDS.has(lower)) return true
  // "I went with Hector", "I go every day at 7": where to?
  const goesSomewhere =
    clause.prepositions.some(({ preposition }) => /^(?:to|into|from|for|through|on)$/.test(preposition)) ||
    /^(?:home|abroad|away|out|back)$/.test(tokens[clause.verb.end]?.lower ?? '')
  const isNowhere =
    /^(?:with|at)$/.test(pp.preposition) && !(pp.preposition === 'at' && tokens[np.head]!.pos === 'PROPN')
  if (clause.verb.lemma === 'go' && isNowhere && !goesSomewhere) return true
  if (pp.preposition === 'for' && /^(?:good|real|sure|free|now|ever|once|long)$/.test(lower)) return true
  return !clause.verb.passive && (pp.preposition === 'of' || np.time || TIME_NOUNS.has(tokens[np.head]!.lower))
}

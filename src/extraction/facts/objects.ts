import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import { BETWEEN_WORDS } from '../../runtime/pattern.ts'
import type { Argument, Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { wordSet } from '../words/word-set.ts'
import { describe, kindOf, mentionOf, ofPhrase, possessive, roleNoun, words } from './mentions.ts'
import type { Reading } from './reading.ts'

export const snake = (text: string): string =>
  text.toLowerCase().replaceAll(BETWEEN_WORDS(), '_').replaceAll(/^_|_$/g, '')

/** A name, also one typed in lower case: "i live in porto". */
export const isNameLike = (np: NounPhrase, head: Token): boolean =>
  head.pos === 'PROPN' || (!np.determiner && !np.possessor && np.end - np.start === 1 && !/s$/.test(head.lower))

const HOW_LONG = wordSet('for until till til since after from within over throughout during like as than')

/** "the end of November" */
export function isPartOfTime(reading: Reading, { np, end }: Argument): boolean {
  if (end === np.end || !/^(?:end|beginning|start|middle)$/.test(reading.analysis.tokens[np.head]!.lower)) return false
  return ofPhrase(reading, np, end)?.time === true
}

/** The relation that verb and preposition make with this object; times take "on" whatever the preposition ("born in May", "held in March"). */
export function phraseFor(
  reading: Reading,
  verb: string,
  pp: PrepositionalPhrase,
  target: Argument,
): Relation | undefined {
  const relation = relationByPhrase(`${verb} ${pp.preposition}`)
  const value = kindOf(reading, target.np) === 'value'
  const time = target.np.time || isPartOfTime(reading, target)
  if (time || value) {
    if (relation && relation.object !== 'place' && relation.object !== 'organisation') return relation
    // "starts for 32 days", "is held until 3 May": for how long, not when.
    const dated = HOW_LONG.has(pp.preposition) ? undefined : relationByPhrase(`${verb} on`)
    return time && dated?.object === 'value' ? dated : undefined
  }
  // Only times can be when something happens.
  return relation?.stative && relation.object === 'value' ? undefined : relation
}

/** The object's entity; "her bike" without a safe "her" is still a bike. */
export function objectMention(reading: Reading, { np, end }: Argument): Mention | null {
  if (np.pronoun && /^(?:it|them|they)$/.test(reading.analysis.tokens[np.head]!.lower)) return null
  const mention = mentionOf(reading, np, end)
  if (mention) {
    // "at my sister's, she has a spare room"
    const atSomebodys = reading.analysis.tokens[np.end - 1]!.pos === 'POSS'
    const named = atSomebodys ? mentionOf(reading, { ...np, end: np.end - 1 }) : mention
    if (named) reading.references.note(named, { subject: false })
    return mention
  }
  return np.possessor?.pronoun && /^(?:his|her|its|their)$/.test(reading.analysis.tokens[np.possessor.head]!.lower)
    ? { name: words(reading, np.core, end), kind: relationByNoun(roleNoun(reading, np)) ? 'person' : 'thing' }
    : null
}

/** "I carried his groceries" is told as "Mr Feldman's groceries": whose they are is not said in the fact elsewhere. */
export function objectText(reading: Reading, { np, end }: Argument, mention: Mention, subject: string): string {
  if (np.pronoun) return mention.name
  const { possessor } = np
  const others = possessor?.pronoun && /^(?:his|her|its)$/.test(reading.analysis.tokens[possessor.head]!.lower)
  const owner = others ? mentionOf(reading, possessor) : null
  return owner && owner.name !== subject
    ? `${possessive(owner.name)} ${describe(reading, np.core, end)}`
    : describe(reading, np.start, end)
}

/** The verb as the vocabulary has it: "work", "be born", "get married", "can not stand". */
export function verbKey({ analysis: { tokens } }: Reading, { verb, marker }: Clause): string {
  const participle = `${tokens[verb.main]!.lower}${verb.particle ? ` ${verb.lemma.split(' ')[1]}` : ''}`
  if (verb.getPassive) return `get ${participle}`
  if (verb.passive || marker === 'en') return `be ${participle}`
  if (verb.modal === 'can' && verb.negated && relationByPhrase(`can not ${verb.lemma}`)) return `can not ${verb.lemma}`
  return verb.lemma
}

const EMPTY_DOING = wordSet('getting having making doing being taking giving going keeping putting')

/** "enjoys hiking" tells something; "is key for getting" and "loves making it better" tell nothing that could be read later. */
export function isTelling({ analysis: { tokens } }: Reading, { start, end }: { start: number; end: number }): boolean {
  const words = tokens.slice(start, end).map((token) => token.lower)
  if (words.length === 1 && EMPTY_DOING.has(words[0]!)) return false
  return !words.some((word) => /^(?:it|this|that|them|you|your|him|these|those)$/.test(word))
}

import { namedDate } from '../../domain/date/named-date.ts'
import { entityKey } from '../../domain/entity/entity-name.ts'
import type { Aspect, EntityKind, ExtractedFact, Mention } from '../../domain/statement/fact.ts'
import { sentenceStarts } from '../../domain/statement/sentences.ts'
import { claimOf } from '../../domain/statement/slot.ts'
import type { Source } from '../../domain/statement/source.ts'
import type { Extractor } from '../../ports/extractor.ts'
import { BETWEEN_WORDS, LETTER, pattern, WORD_RUNS } from '../../runtime/pattern.ts'
import type { Turns } from '../../runtime/turns.ts'
import { list, object, outputSchema, text } from '../llm/output-schema.ts'

const GENITIVE = pattern(String.raw`['’]s(?![\p{L}])`, 'gu')
const DENIAL = pattern(String.raw`(?<![\p{L}])(?:not|never|no longer|n['’]t)(?![\p{L}])`, 'u')
const NUMBER_FIRST = pattern(String.raw`^[\p{N}$€£]`, 'u')

export const MAX_TRIPLES = 24

export const triplesSchema = outputSchema(
  'facts',
  object({ facts: list(object({ subject: text(80), relation: text(60), object: text(120) }), 0, MAX_TRIPLES) }),
)

export type Triple = Readonly<Record<'subject' | 'relation' | 'object', string>>

export interface Said {
  readonly text: string
  readonly source: Source
  readonly speaker: string | null
  readonly now: number
}

/** Sure enough to be kept, less so than what grammar reads word by word. */
const CERTAINTY = 0.85

/**
 * Turns what a model read into the same facts as the built-in extractor would: each triple is put as a plain sentence and read by it, so
 * that one vocabulary names the relations and one set of rules the slots. A triple whose ends do not stand in the text is nobody's fact.
 */
export async function toFacts(
  extractor: Extractor,
  triples: readonly Triple[],
  said: Said,
  turns?: Turns,
): Promise<ExtractedFact[]> {
  const grounded = triples.flatMap((triple) => ground(triple, said) ?? [])
  const readings = await extractor.extract(
    // As a document: nobody is "I" there, and nothing is dated twice.
    grounded.map(({ triple }) => ({ text: sentenceOf(triple), source: 'document' as const, now: said.now })),
    turns,
  )
  const facts = new Map<string, ExtractedFact>()
  for (const [at, { triple, start, end }] of grounded.entries()) {
    const read = readings[at]!.facts.find(
      ({ subject, object }) => sameEntity(subject.name, triple.subject) && sameEntity(object.name, triple.object),
    )
    const fact = read ?? plainFact(triple)
    const date = namedDate(fact, said.source === 'document' ? Number.NaN : said.now)
    facts.set(`${fact.subject.name}\n${fact.text}`, { ...fact, certainty: CERTAINTY, date, start, end })
  }
  return [...facts.values()]
}

const sameEntity = (a: string, b: string): boolean => entityKey(a) === entityKey(b)

const sentenceOf = ({ subject, relation, object }: Triple): string =>
  `${/^(?:user|assistant)$/.test(subject) ? `The ${subject}` : subject} ${relation} ${object}.`

interface Grounded {
  readonly triple: Triple
  readonly start: number
  readonly end: number
}

/** The triple with who speaks put in for "I" and "you", and the sentence that bears it out; null where none does. */
function ground(triple: Triple, said: Said): Grounded | null {
  const { text } = said
  const subject = whoIs(triple.subject, said)
  const object = whoIs(triple.object, said)
  const relation = triple.relation.trim().replaceAll('_', ' ')
  if (!subject || !object || !LETTER().test(relation) || sameEntity(subject.name, object.name)) return null
  const sentences = sentencesOf(text)
  const holding = (mention: Found) => sentences.filter(({ start, end }) => mention.isIn(text.slice(start, end)))
  const withObject = holding(object)
  const withSubject = holding(subject)
  const sentence = withObject.find((one) => withSubject.includes(one)) ?? withObject[0] ?? withSubject[0]
  return sentence ? { triple: { subject: subject.name, relation, object: object.name }, ...sentence } : null
}

interface Found {
  readonly name: string
  isIn(text: string): boolean
}

const FIRST_PERSON = pattern(
  String.raw`(?<![\p{L}])(?:i|me|my|mine|myself|we|us|our|ours|i['’](?:m|ve|d|ll))(?![\p{L}])`,
  'iu',
)
const SECOND_PERSON = pattern(
  String.raw`(?<![\p{L}])(?:you|your|yours|yourself|you['’](?:re|ve|d|ll))(?![\p{L}])`,
  'iu',
)

/** Who a name means in this text, or null where the text does not say it. Never does a text speak of somebody it does not name. */
function whoIs(name: string, { text, source, speaker }: Said): Found | null {
  const plain = name.trim().replace(/\s+/g, ' ')
  const role = /^(?:the )?(user|assistant|speaker|i|me|myself|you|we)$/i.exec(plain)?.[1]?.toLowerCase()
  const roles = rolesOf(source, speaker)
  if (role === undefined) {
    if (speaker !== null && sameEntity(plain, speaker))
      return { name: speaker, isIn: (part) => FIRST_PERSON().test(part) || contains(part, plain) }
    return contains(text, plain) ? { name: plain, isIn: (part) => contains(part, plain) } : null
  }
  const meant = ['user', 'assistant'].includes(role) ? role : role === 'you' ? roles.second : roles.first
  if (meant === null) return null
  const isIn = (part: string) =>
    contains(part, meant) ||
    (meant === roles.first && FIRST_PERSON().test(part)) ||
    (meant === roles.second && SECOND_PERSON().test(part))
  return isIn(text) ? { name: meant, isIn } : null
}

function rolesOf(source: Source, speaker: string | null): { first: string | null; second: string | null } {
  if (speaker !== null) return { first: speaker, second: null }
  if (source === 'user') return { first: 'user', second: 'assistant' }
  return source === 'assistant' ? { first: 'assistant', second: 'user' } : { first: null, second: null }
}

/** As whole words, whatever case, articles or possessives. */
function contains(text: string, name: string): boolean {
  const wanted = words(name.replace(/^(?:the|a|an|my|his|her|its|our|their|your)\s+/i, ''))
  return wanted !== '' && ` ${words(text)} `.includes(` ${wanted} `)
}

const words = (text: string): string =>
  (text.normalize('NFKC').toLowerCase().replace(GENITIVE(), '').match(WORD_RUNS()) ?? []).join(' ')

function sentencesOf(text: string): { start: number; end: number }[] {
  const starts = [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    sentenceStarts(text, index, index + line.length),
  )
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }))
}

/** A relation that grammar cannot read keeps its own words. */
function plainFact({ subject, relation, object }: Triple): Omit<ExtractedFact, 'certainty' | 'date' | 'start' | 'end'> {
  const said = relation.toLowerCase()
  const negated = DENIAL().test(said)
  const aspect: Aspect = /\bused to\b|\bno longer\b|\bformerly\b/.test(said)
    ? 'was'
    : /\b(?:might|may|could|would|plans?|hopes?|wants?|wishes|intends?|considers?) ?/.test(said)
      ? 'may'
      : 'is'
  const predicate = said.replace(BETWEEN_WORDS(), '_').replace(/^_|_$/g, '')
  const claim = claimOf({ subject, predicate, object, negated, aspect })
  const text = `${subject} ${said} ${object}`
  return {
    subject: mention(subject),
    predicate,
    relation: said,
    object: mention(object),
    text,
    negated,
    aspect,
    ...claim,
  }
}

function mention(name: string): Mention {
  const kind: EntityKind =
    name === 'user' || name === 'assistant' ? name : NUMBER_FIRST().test(name) ? 'value' : 'thing'
  return { name, kind }
}

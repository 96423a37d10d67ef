import type { PrepositionalPhrase } from '../../clauses/clause.ts'
import type { NounPhrase } from '../../phrases/noun-phrase.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import type { Token } from '../../tokens/token.ts'
import { DATE_NAMES, VAGUE_PRONOUNS } from '../../words/word-lists.ts'
import type { Silence } from '../fact-rule.ts'
import type { CutReading } from './cut-reading.ts'

/** Of things that are joined it tells one, where what is said may be meant of another or of all. */
export const JOINED: readonly Silence<CutReading>[] = [
  { name: 'goes-on-after-plus', when: goesOnAfterPlus },
  { name: 'goes-on-after-and', when: goesOnAfterAnd },
  { name: 'goes-on-after-bracket', when: goesOnAfterBracket },
  // "chocolates and a rota with mistakes": of which of the two that is, nobody knows.
  {
    name: 'with-of-one',
    when: ({ tokens, clause: { objects, prepositions } }) =>
      objects.length > 1 &&
      prepositions.some(
        (pp) =>
          pp.preposition === 'with' &&
          pp.start === objects.at(-1)!.end &&
          pp.objects.every(({ np }) => isBarePlural(tokens, np)),
      ),
  },
  { name: 'with-or-by-of-the-last', when: isOfLast },
  // "I live at Jane and Finch": a corner.
  {
    name: 'corner',
    when: ({ tokens, clause: { verb, prepositions } }) =>
      verb.lemma === 'live' &&
      prepositions.some(
        ({ preposition, objects }) =>
          preposition === 'at' && objects.length > 1 && objects.every(({ np }) => isName(tokens, np)),
      ),
  },
  // "is between 200 and 300 in summer and nothing in January", "at 3 and with Jon at 4": what is joined is said of different things.
  {
    name: 'joins-others',
    when: ({ tokens, clause: { prepositions } }) => prepositions.some((pp, i) => joinsOthers(pp, i, tokens)),
  },
  { name: 'of-another', when: (at) => at.clause.prepositions.some((pp) => isOfAnother(pp, at)) },
]

const isName = (tokens: readonly Token[], { head }: NounPhrase): boolean => tokens[head]!.pos === 'PROPN'

const isBarePlural = (tokens: readonly Token[], { start, end, head }: NounPhrase): boolean =>
  end - start === 1 && tokens[head]!.pos === 'NOUN' && /^[a-z]+s$/.test(tokens[head]!.text)

/** "shrimp or any animal with a shell", "with Vernon and a Pole by the name of Zbigniew" */
function isOfLast({ tokens, clause }: CutReading): boolean {
  return clause.prepositions.some(
    ({ preposition, start, objects }) =>
      /^(?:with|by)$/.test(preposition) &&
      objects.every(
        ({ np }) => tokens[np.head]!.pos === 'NOUN' && !np.possessor && !/^(?:my|our)$/.test(tokens[np.start]!.lower),
      ) &&
      tokens[objects[0]?.np.head ?? start]!.lower !== 'sea' &&
      [clause.objects, ...clause.prepositions.map((pp) => pp.objects)].some((list) => {
        const last = list.at(-1)
        if (list.length < 2 || last!.end !== start) return false
        return /^(?:an?|any)$/.test(last!.np.determiner ?? '') || tokens[last!.np.start]!.lower === 'one'
      }),
  )
}

const joinsOthers = ({ start, objects }: PrepositionalPhrase, i: number, tokens: readonly Token[]): boolean =>
  (i > 0 && tokens[start - 1]?.pos === 'CCONJ') ||
  // "my dad lives in Kumasi and my mum in Croydon"
  objects.some(
    ({ np }, at) =>
      at > 0 &&
      (np.pronoun ||
        // "four hours for Mirela and 2 for Cosmin"
        (tokens[np.head]!.pos === 'NUM' && isName(tokens, objects[0]!.np)) ||
        // "I come on Thursdays and cook"
        np.time !== objects[0]!.np.time ||
        // "lives in Calgary and rings when he needs a recipe": a verb that was taken for a noun.
        (isName(tokens, objects[0]!.np) && isBarePlural(tokens, np)) ||
        VAGUE_PRONOUNS.has(tokens[np.head]!.lower) ||
        (np.possessor !== null && objects[0]!.np.possessor === null)),
  )

/** "The Suzuki is for the fields, the van for funerals": of the van the verb is left out. */
function isOfAnother({ preposition, start }: PrepositionalPhrase, { reading, tokens, clause }: CutReading): boolean {
  const { chunks } = reading.analysis
  const at = chunks.findIndex((chunk) => chunk.start === start)
  const [before, np] = [chunks[at - 2]?.type === 'cc' ? chunks[at - 3] : chunks[at - 2], chunks[at - 1]]
  if (!isCopula(clause.verb) || np?.type !== 'np' || np.time || np.start < clause.verb.end) return false
  return (
    before?.type === 'comma' &&
    !DATE_NAMES.has(tokens[np.head]!.lower) &&
    clause.prepositions.some((other) => other.start < start && other.preposition === preposition)
  )
}

/** "i keep Texas + Canada", "have put up post & rail" */
function goesOnAfterPlus({ reading, tokens, clause }: CutReading): boolean {
  const { chunks, clauses } = reading.analysis
  const end = clause.objects.at(-1)?.end ?? -1
  if (!/^(?:\+|&|plus)$/.test(tokens[end]?.lower ?? '')) return false
  return (
    !clauses.some(({ verb }) => verb.start === end + 1) &&
    chunks.some(({ type, start }) => type === 'np' && start === end + 1)
  )
}

/** "to the allotment Tues and Fri": what "and" joins and no clause begins with belongs to what was said. */
function goesOnAfterAnd({ reading, tokens, clause: { verb }, end, told }: CutReading): boolean {
  const { chunks, clauses } = reading.analysis
  const at = chunks.findIndex(({ type, start }) => type === 'cc' && start === end)
  const next = at < 0 ? undefined : chunks[at + 1]
  if (next?.type !== 'np' || next.pronoun || end <= verb.end) return false
  if (clauses.some(({ subjectStart, verb: other }) => subjectStart === next.start || other.start === next.end))
    return false
  const [second, third] = chunks.slice(at + 2)
  if (second?.type === 'vg' || (second?.type === 'adv' && third?.type === 'vg')) return false
  return !told.includes(tokens[next.head]!.lower)
}

/** "moved from Caterpillars (Ms Tanya) to Butterflies" */
function goesOnAfterBracket({ reading, end }: CutReading): boolean {
  const { chunks } = reading.analysis
  const open = chunks.findIndex(({ type, start }) => type === 'paren' && start === end)
  const close = open < 0 ? -1 : chunks.findIndex(({ type }, i) => type === 'paren' && i > open)
  const after = chunks[close + 1]
  // "opens the right (left) way"
  const noun = after?.type === 'np' && !after.pronoun && !after.determiner && chunks[close + 2]?.type !== 'vg'
  return close >= 0 && (after?.type === 'prep' || noun)
}

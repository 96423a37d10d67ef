import { relationByNoun } from '../../domain/statement/relations.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { wordSet } from '../words/word-set.ts'
import { isPlural, roleNoun } from './mentions.ts'
import { isNamed, isPerson, mayBeSomebody, type RelationUse } from './relation-use.ts'

/** What one can live in, if it has no name. */
const HOMES = wordSet(
  `flat apartment house home cottage farm bungalow condo studio loft room dorm annex annexe caravan trailer boat van houseboat hotel hostel motel shelter
  city town village country suburb suburbs countryside coast island mountains district neighbourhood neighborhood area block building street road estate
  place hills valley capital north south east west states kingdom seaside`,
)

/** Somebody, or an animal: "my parrot", "the kids", "the cat"; not "the brace", "pen". */
export const mayLive = (use: RelationUse): boolean => {
  const { np } = use.subject.argument
  return mayBeSomebody(use) || np.possessor !== null || relationByNoun(roleNoun(use.reading, np)) !== undefined
}

/** "lives in Bonn", "in the old house"; not "in the closet", "in my bag" */
export const isHome = (use: RelationUse): boolean => isNamed(use, use.np) || HOMES.has(use.tokens[use.np.head]!.lower)

/** "our dentist moved to Priory Road": the practice did. */
const isPractice = ({ reading, subject: { argument } }: RelationUse): boolean =>
  argument.np.nameFrom === null &&
  /^has_(?:dentist|doctor|therapist|vet|lawyer|accountant|hairdresser|mechanic)$/.test(
    (argument.np.pronoun ? undefined : relationByNoun(roleNoun(reading, argument.np)))?.id ?? '',
  )

/** "moved to Marketing", "moves to the Board", "moved to Sun 28 June" */
const isDepartment = ({ reading: { lexicon }, tokens, np }: RelationUse): boolean =>
  DEPARTMENTS.has(tokens[np.head]!.lower) ||
  (np.determiner === 'the' &&
    tokens[np.head]!.pos === 'PROPN' &&
    np.core === np.head &&
    !/s$/.test(tokens[np.head]!.lower) &&
    !HOMES.has(tokens[np.head]!.lower) &&
    lexicon.canBe(tokens[np.head]!.lower, 'NOUN'))

const TOOLS = wordSet('teams notes sheets slides docs pages numbers slack notion discord zoom')

/** "moved to Teams" */
const isTool = ({ tokens }: RelationUse, np: NounPhrase): boolean =>
  TOOLS.has(tokens[np.head]!.lower) && np.core === np.head

/** "moved from Slack to Teams" left no place. */
export const movesToPlace = (use: RelationUse): boolean =>
  !use.clause.prepositions.some(
    ({ preposition, objects }) => preposition === 'to' && objects.some(({ np }) => isTool(use, np)),
  )

const DEPARTMENTS = wordSet(
  `marketing sales finance accounting accounts legal hr it operations ops engineering product design support compliance procurement logistics purchasing research
  board committee council management admin reception security planning controlling payroll treasury sat sun`,
)

/** "moved to the hall wegen Umbau": what has a name has no small word at its end. */
const isOneName = ({ tokens, np }: RelationUse): boolean =>
  !tokens.slice(np.core, np.head).some(({ text, pos }) => text === 'wegen' || (pos === 'VERB' && /^[a-z]/.test(text)))

/** "Marc moved to platform", "the bakery moves to QuickBooks", "poetry has moved to Mondays": nobody lives there. */
export function movesThere(use: RelationUse): boolean {
  const { reading, tokens, verb, subject, np } = use
  if (!/^(?:move|settle|relocate|emigrate|immigrate)/.test(verb)) return true
  // "Wiebke's moving to a boat": she will.
  if (use.clause.verb.progressive) return false
  if (isPerson(use) || isPractice(use)) return false
  if (isDepartment(use) || !isOneName(use)) return false
  const who = subject.argument.np
  // In small letters both may be anything: "boulangerie moves to quickbooks".
  if (
    !subject.personal &&
    !isNamed(use, who) &&
    !(
      who.possessor &&
      /^(?:famil|parent|folk|neighbou?r|in-law|grandparent|kid|child|mate|friend)/.test(tokens[who.head]!.lower)
    ) &&
    !(isNamed(use, np) && !reading.lexicon.canBe(tokens[who.head]!.lower, 'NOUN'))
  )
    return false
  const head = tokens[np.head]!
  // "moved to shelf D"
  if (/\d|[A-Z]{2}[a-z]|^[A-Z]\.?$/.test(head.text) || np.time || isTool(use, np)) return false
  if (isHome(use)) return true
  // "i moved to porto"
  return (
    np.core === np.head &&
    !np.determiner &&
    !np.possessor &&
    !isPlural(reading, np) &&
    !reading.lexicon.canBe(head.lower, 'NOUN')
  )
}

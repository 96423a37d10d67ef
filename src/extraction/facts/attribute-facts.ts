import { relationByNoun } from '../../domain/statement/relations.ts'
import { isGivenName } from '../words/given-names.ts'
import { NATIONAL } from '../words/person-nouns.ts'
import type { FactRule } from './fact-rule.ts'
import { isMineInJest } from './figures-of-speech.ts'
import { isPlural, mentionOf, roleNoun, words } from './mentions.ts'
import { attribute, FAVOURITE, namedPossession, ownerOf } from './possession-facts.ts'
import type { Draft } from './reading.ts'
import type { NominalReading } from './role-facts.ts'

/** What "X is Y" says of somebody where X is theirs: "my dentist is Ida". */
export const ATTRIBUTE_FACTS: readonly FactRule<NominalReading>[] = [
  { name: 'name-of-a-relative', when: namesRelative, read: nameOfRelative },
  { name: 'named-already', when: isNamedAlready, read: () => [] },
  { name: 'mine-in-jest', when: (at) => at.np.possessor !== null && isMineInJest(at), read: () => [] },
  { name: 'attribute-of-its-owner', when: ({ value }) => value !== null, read: attributeOfOwner },
]

/** A maiden name or a user name is not what somebody is called. */
const isName = ({ reading, noun }: NominalReading): boolean =>
  /^(?:full |first )?name$/i.test(words(reading, noun.core, noun.end))

/** "my sister's name is Emma": the name belongs to the sister, and she to me. */
function namesRelative(at: NominalReading): boolean {
  const { possessor } = at.noun
  return (
    possessor !== null &&
    !possessor.pronoun &&
    possessor.possessor !== null &&
    at.isValue &&
    at.value !== null &&
    isName(at)
  )
}

function nameOfRelative({ reading, noun, value, stance }: NominalReading): Draft | Draft[] {
  const relative = noun.possessor!
  const owner = mentionOf(reading, relative.possessor!)
  return owner ? namedPossession(reading, owner, relative, { name: value!.name, kind: 'person' }, stance) : []
}

/** "Anna adores her cat. Her name is Mitzi": whoever has a name is not given one. */
function isNamedAlready(at: NominalReading): boolean {
  if (!at.noun.possessor?.pronoun || !isName(at)) return false
  const owner = ownerOf(at)
  return owner?.kind === 'person' && isGivenName(owner.name.split(' ')[0]!.toLowerCase())
}

/** "my dentist is Ida", "my locker number is 88", "my name is Petra" */
function attributeOfOwner(at: NominalReading): Draft | null {
  const { reading, tokens, clause, stance, noun, np, head, text, verb, isValue } = at
  const value = at.value!
  const owner = ownerOf(at)
  if (!owner) return null
  const relation = noun.pronoun ? undefined : relationByNoun(roleNoun(reading, noun))
  // "my colours are sage and rust": of what, is said elsewhere.
  if (relation?.id === 'colour' && isPlural(reading, noun)) return null
  // "our neighbours are Polish", "my uncle is DJing": no names.
  if (relation?.id.startsWith('has_') && (/^[A-Z]{2,}ing$/.test(head.text) || isOfNation(at))) return null
  const favourite = FAVOURITE.test(tokens[noun.core]!.text)
  if (relation?.id.startsWith('has_') && !favourite)
    return head.pos === 'PROPN' ? namedPossession(reading, owner, noun, value, stance) : null
  // "our team is three people"
  if (relation?.id === 'supports' && head.pos !== 'PROPN') return null
  // "my phone is an iPhone" tells what it is, not its number.
  if (relation && relation.id !== 'works_as' && !favourite && /^an?$/.test(np.determiner ?? '')) return null
  if (!favourite && !relation && !(isValue && (!np.determiner || head.pos === 'NUM'))) return null
  if (isName(at))
    return {
      subject: owner,
      predicate: 'name',
      relation: `${verb} called`,
      object: value,
      text: `${owner.name} ${verb} called ${value.name}`,
      ...stance,
      // "The plumber's name was Bo": he has no other since.
      aspect: owner.kind === 'user' ? stance.aspect : 'is',
    }
  const end = noun.possessor ? clause.subjectEnd : noun.end
  return attribute(reading, { owner, noun, end, value, valueText: text, verb, stance })
}

/** "our neighbours are Polish", "my boss is Welsh" */
const isOfNation = ({ reading, clause, noun, np, head }: NominalReading): boolean =>
  np.end - np.start === 1 &&
  ((isPlural(reading, noun) && clause.objects.length === 1) || (NATIONAL.test(head.lower) && !isGivenName(head.lower)))

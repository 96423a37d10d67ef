import { pattern } from '../../runtime/pattern.ts'
import { relationByNoun } from '../statement/relations.ts'
import { words } from '../word-lists.ts'
import { type FoundName, findNames, type Word } from './names.ts'
import { NATIONAL, NOT_NAMES, ORDINARY } from './names.words.ts'
import { BESIDE, MORE_ROLES, NO_ROLES, OTHERS, OWN_RELATIVES, USER } from './read-question.words.ts'

/** Whom or what a question is about; a reference is only understood from what was said before. */
export type About =
  | { readonly kind: 'user' }
  | { readonly kind: 'name'; readonly names: readonly string[] }
  | { readonly kind: 'role'; readonly role: string }
  | { readonly kind: 'reference' }

/** All names of a question, in the order in which they stand. */
export const namesAsked = (question: string, all: readonly Word[]): FoundName[] =>
  [...findNames(question, all), ...smallNames(question, all)].sort((a, b) => a.from - b.from)

/** "kiran's father", "who is inés": a name in small letters, where the sentence leaves nothing else. */
function smallNames(question: string, all: readonly Word[]): FoundName[] {
  const isFree = (word: Word | undefined): word is Word =>
    word !== undefined &&
    SMALL_WORD().test(word.text) &&
    !NOT_NAMES.has(word.small) &&
    !ORDINARY.has(word.small) &&
    !OWNED_BY_NOBODY.has(word.small) &&
    idOfRole(word.small).length === 0 &&
    !/(?:ing|ed|ly)$/.test(word.small)
  const asName = (word: Word): FoundName => ({ text: word.text, from: word.from, to: word.from + word.text.length })
  const owners = all.filter(
    (word, at) => word.owner && isFree(word) && (at === 0 || !BEFORE_A_NOUN.has(all[at - 1]!.small)) && all[at + 1],
  )
  const who = /^who(?:'s| is| was) \S+\s*\??$/i.test(question) ? all.at(-1) : undefined
  return [...owners, ...(isFree(who) ? [who] : [])].map(asName)
}

const SMALL_WORD = pattern(String.raw`^\p{Ll}{3,}$`, 'u')
const OWNED_BY_NOBODY = words(
  'today yesterday tomorrow tonight week month year life let that there here how else everyone nobody',
)
const BEFORE_A_NOUN = words(
  'the a an my our your his her their its this that these those old new big little current former',
)

interface Candidate {
  readonly about: About
  readonly at: number
  readonly beside: boolean
}

/** The subject of the question, or else what stands first; what is only beside it comes last. */
export function aboutWhom(small: string, all: readonly Word[], names: readonly FoundName[]): About | null {
  const candidates: Candidate[] = []
  for (let at = 0; at < all.length; at++) {
    const found = candidateAt(all, at, names)
    if (found) candidates.push({ about: found, at, beside: BESIDE.has(all[at - 1]?.small ?? '') })
  }
  const best =
    candidates.find(({ at }) => AUXILIARIES.has(all[at - 1]?.small ?? '')) ??
    candidates.find(({ beside }) => !beside) ??
    candidates[0]
  if (best) return best.about
  const points =
    /^(?!.*\band\b.*\bit\b).*\b(?:it|its|it's)\b|^(?:and|what about|how about|also|or)\b|\b(?:that|this|then|there|those)(?= ?(?:\?|$|help|work|one|case))|\b(?:does|did|do|is|was|has|of|about|after) (?:that|this|those)\b/
  return points.test(small) ? { kind: 'reference' } : null
}

/** What follows one of these is what the question is about: "Which cluster do we use". */
const AUXILIARIES = words('do does did am are was were has have had will would should can could may might must')

function candidateAt(all: readonly Word[], at: number, names: readonly FoundName[]): About | null {
  const word = all[at]!
  const name = names.findIndex(({ from }) => from === word.from)
  if (name >= 0) return NATIONAL.has(word.small) ? null : { kind: 'name', names: joined(all, names, name) }
  if (names.some(({ from, to }) => word.from > from && word.from < to)) return null
  if (OTHERS.has(word.small)) return { kind: 'reference' }
  // "Mama Titi" is Titi.
  const named = names.some(({ from }) => from === word.to + 1)
  if (OWN_RELATIVES.has(word.small) && !named && !BEFORE_A_NOUN.has(all[at - 1]?.small ?? ''))
    return { kind: 'role', role: word.small }
  const own = word.small === 'my' || word.small === 'our'
  const role = own || word.small === 'the' || word.small === 'this' ? roleAfter(all, at) : null
  if (role !== null) return { kind: 'role', role }
  return USER.has(word.small) ? { kind: 'user' } : null
}

/** "Aoife and Lukas" are asked about together. */
function joined(all: readonly Word[], names: readonly FoundName[], first: number): string[] {
  const together = [names[first]!.text]
  for (let next = first + 1; next < names.length; next++) {
    const between = all.filter((word) => word.from >= names[next - 1]!.to && word.from < names[next]!.from)
    if (between.length !== 1 || !/^(?:and|or)$/.test(between[0]!.small)) break
    together.push(names[next]!.text)
  }
  return together
}

/** "my mother-in-law", "the landlord", "our old family doctor", "my sister's husband". */
function roleAfter(all: readonly Word[], at: number): string | null {
  for (let start = at + 1; start <= at + 3 && start < all.length; start++) {
    for (let length = 3; length >= 1; length--) {
      const some = all.slice(start, start + length)
      const noun = some.map(({ small }) => small).join(' ')
      if (some.length < length || some.slice(0, -1).some(({ owner }) => owner) || idOfRole(noun).length === 0) continue
      const further = some.at(-1)!.owner ? roleAfter(all, start + length - 1) : null
      return further === null ? noun : `${noun}${noun.endsWith('s') ? "'" : "'s"} ${further}`
    }
    if (all[start]!.owner || NOT_NAMES.has(all[start]!.small)) return null
  }
  return null
}

/** The relation that a role is, such as has_dentist; one made like it (has_chef) where the vocabulary has none. */
export function idOfRole(noun: string): string[] {
  const last = noun.split(/'s? /).at(-1)!
  if (NO_ROLES.has(last)) return []
  const one = last === 'children' ? 'child' : last
  const id = (relationByNoun(one) ?? relationByNoun(one.replace(/s$/, '')))?.id
  if (id?.startsWith('has_') && id !== 'has_size' && id !== 'has_scar') return [id]
  return MORE_ROLES.has(one) || MORE_ROLES.has(one.replace(/s$/, '')) ? [`has_${one}`] : []
}

import type { EntityKind, Mention } from '../../domain/statement/fact.ts'
import { CAPITAL_FIRST } from '../../runtime/pattern.ts'
import { wordMap } from '../words/word-set.ts'

export type Gender = 'm' | 'f' | 'n' | '?'

export interface Referent {
  readonly name: string
  kind: EntityKind
  gender: Gender
  readonly plural: boolean
  sentence: number
  subject: boolean
}

/** How many sentences back a pronoun may reach. */
const REACH = 2

/**
 * Whom pronouns of a text may mean. Only a single possible referent counts: with two, nothing is resolved and the sentence stays silent.
 */
export interface References {
  begin(sentence: number): void
  note(mention: Mention, about: { gender?: Gender; plural?: boolean; subject: boolean }): void
  resolve(pronoun: string): Mention | null
  /** "my sister" after "my sister Emma": the name that the text gave, or null. */
  nameOf(description: string): string | null
  alias(description: string, name: string): void
  /** What was known by a description has a name now: one referent, not two. */
  rename(description: string, name: string): void
}

export function createReferences(): References {
  let current = 0
  let known: Referent[] = []
  const aliases = new Map<string, string | null>()

  return {
    begin(sentence) {
      current = sentence
      known = known.filter((referent) => current - referent.sentence <= REACH)
    },
    note({ name, kind }, { gender = '?', plural = false, subject }) {
      if (kind === 'user' || kind === 'assistant' || kind === 'value') return
      const old = known.find((referent) => referent.name === name)
      if (old) {
        old.sentence = current
        old.subject ||= subject
        if (old.gender === '?') old.gender = gender
        if (old.kind === 'thing') old.kind = kind
      } else known.push({ name, kind, gender, plural, sentence: current, subject })
    },
    resolve(pronoun) {
      const word = pronoun.toLowerCase()
      const fits = known.filter((referent) => suits(referent, word, current))
      const people = fits.filter((referent) => referent.kind === 'person')
      // "it" means the one thing that the sentence before was about, if there was only one; people are never guessed.
      const recent = fits.filter((referent) => referent.sentence === current - 1)
      const chosen =
        word === 'it' || word === 'its'
          ? fits.some((referent) => referent.sentence === current)
            ? null
            : only(recent)
          : (only(fits) ?? only(people))
      if (!chosen) return null
      if (word !== 'it' && word !== 'its') chosen.gender = GENDERS.get(word) as Gender
      return { name: chosen.name, kind: chosen.kind }
    },
    rename(description, name) {
      known = known.filter((referent) => referent.name !== description || name === description)
    },
    nameOf: (description) => aliases.get(description) ?? null,
    alias(description, name) {
      const old = aliases.get(description)
      aliases.set(description, old === undefined || old === name ? name : null)
    },
  }
}

const only = (list: readonly Referent[]): Referent | null => (list.length === 1 ? list[0]! : null)

const GENDERS = wordMap('he:m him:m his:m she:f her:f hers:f it:n its:n')

/** As good as a name. */
const PARENTS = /^(?:mum|mom|mummy|mother|dad|daddy|father|gran|granny|nan|grandma|grandpa)$/

/** "Okafor", "Wanjiru Mwangi"; but not "Totterdown room" nor "Helix's cells". */
const isNameLike = (name: string): boolean =>
  name.split(' ').every((word) => CAPITAL_FIRST().test(word) && !/'s$|\d/.test(word))

/** A name that may be of anyone counts only beside its pronoun; a common noun that is no person is never "he" or "she". */
function suits(referent: Referent, pronoun: string, current: number): boolean {
  const { name, kind, gender, plural, subject, sentence } = referent
  const meant = GENDERS.get(pronoun)
  if (!meant || plural) return false
  if (meant === 'n') return kind !== 'person' && gender !== 'm' && gender !== 'f'
  // "the vet", "a man": of a role alone it is not known who it is.
  if (!CAPITAL_FIRST().test(name) && !name.includes("'s ") && !PARENTS.test(name)) return false
  if (gender !== '?') return gender === meant
  return kind === 'person' || (kind === 'thing' && subject && sentence === current && isNameLike(name))
}

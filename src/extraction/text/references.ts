import type { EntityKind, Mention } from '../../domain/statement/fact.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import { CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import { FEMALE_NAMES, isGivenName, MALE_NAMES } from '../words/given-names.ts'
import { DATE_NAMES, FEMININE, MASCULINE, TIME_NOUNS } from '../words/word-lists.ts'
import { wordMap, wordSet } from '../words/word-set.ts'

export type Gender = 'm' | 'f' | 'n' | '?'

export interface Referent {
  readonly name: string
  kind: EntityKind
  gender: Gender
  readonly plural: boolean
  sentence: number
  /** When it was last spoken of, among all. */
  turn: number
  subject: boolean
  /** Taken for a person by what it does only ("Nordlicht wants …"), which companies do too. */
  guessed: boolean
  /** Somebody did something with it: "climbing with Mei". */
  company: boolean
  /** "Dinner" at the start of a sentence looks like a name and is none. */
  readonly named: boolean
}

interface About {
  readonly gender?: Gender
  readonly plural?: boolean
  readonly subject: boolean
  readonly guessed?: boolean
  readonly company?: boolean
  readonly named?: boolean
}

const SMALL_END = pattern(String.raw` \p{Ll}[\p{L}-]*$`, 'u')

/** How many sentences back a pronoun may reach. */
const REACH = 2

/**
 * Whom pronouns of a text may mean. Only a single possible referent counts: with two, nothing is resolved and the sentence stays silent.
 */
export interface References {
  /** Names of a sentence count even where it is not read, or not all of it. */
  begin(sentence: number, text: string): void
  note(mention: Mention, about: About): void
  /** `before`: what its sentence says before it. */
  resolve(pronoun: string, before?: string): Mention | null
  /** "my sister" after "my sister Emma": the name that the text gave, or null. */
  nameOf(description: string): string | null
  alias(description: string, name: string): void
  /** What was known by a description has a name now: one referent, not two. */
  rename(description: string, name: string): void
}

export function createReferences(): References {
  let current = 0
  let known: Referent[] = []
  let turn = 0
  let said: { readonly sentence: number; readonly text: string }[] = []
  const aliases = new Map<string, string | null>()

  return {
    begin(sentence, text) {
      current = sentence
      said = [...said.filter((before) => current - before.sentence <= REACH), { sentence, text }]
      known = known.filter((referent) => current - referent.sentence <= REACH)
    },
    note(
      { name, kind: stated },
      { gender = '?', plural = false, subject, guessed = false, company = false, named = true },
    ) {
      const kind = guessed ? 'person' : stated
      if (kind === 'user' || kind === 'assistant' || kind === 'value') return
      const old = known.find((referent) => referent.name === name)
      if (old) {
        old.sentence = current
        old.turn = ++turn
        old.subject ||= subject
        if (old.gender === '?') old.gender = gender
        if (old.kind === 'thing') old.kind = kind
        old.guessed &&= guessed || kind !== 'person'
      } else
        known.push({ name, kind, gender, plural, sentence: current, turn: ++turn, subject, guessed, company, named })
    },
    resolve(pronoun, before = '') {
      const word = pronoun.toLowerCase()
      const fits = known.filter((referent) => suits(referent, word, current))
      const people = fits.filter(({ kind, gender, guessed }) => (kind === 'person' || gender !== '?') && !guessed)
      // "it" means the one thing that the sentence before was about, if there was only one; people are never guessed.
      const recent = fits.filter((referent) => referent.sentence === current - 1)
      const chosen =
        word === 'it' || word === 'its'
          ? fits.some((referent) => referent.sentence === current)
            ? null
            : // "A hotel in Delft. It has a pool": rather the thing than the place where it is.
              (only(recent.filter(({ kind, subject }) => kind !== 'place' || subject)) ?? only(recent))
          : (only(fits) ?? only(people))
      if (!chosen || mayMeanOwner(chosen, GENDERS.get(word)!)) return null
      if (word !== 'it' && word !== 'its') {
        const since = said.filter(({ sentence }) => sentence > chosen.sentence && sentence < current)
        const between = [...since.map(({ text }) => text), ...(chosen.sentence < current ? [before] : [])]
        if (!isSure(chosen, known, current, word) || between.some((text) => namesUnknown(text, known))) return null
        chosen.gender = GENDERS.get(word) as Gender
        if (chosen.kind === 'thing') chosen.kind = 'person'
        chosen.guessed = false
      }
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

/** "Ida's boss called. She …": the boss, or Ida. */
function mayMeanOwner({ name }: Referent, meant: string): boolean {
  const [owner, role] = name.split("'s ")
  if (role === undefined || meant === 'n' || /^(?:user|assistant)$/.test(owner!)) return false
  const word = owner!.split(' ')[0]!.toLowerCase()
  const female = FEMALE_NAMES.has(word) || FEMININE.has(word)
  const male = MALE_NAMES.has(word) || MASCULINE.has(word)
  return female === male || (meant === 'f') === female
}

/**
 * Is there nobody else whom "he" or "she" may mean? Beside a name that says neither, every other name may be meant; beside one that does,
 * another that was more in view: "Winifred came. I used Eleanor's card. She …".
 */
function isSure(chosen: Referent, known: readonly Referent[], current: number, pronoun: string): boolean {
  const meant = GENDERS.get(pronoun)!
  // "Python is his favourite language": whose it is need not be what was named last.
  const isOwner = /^(?:his|hers)$/.test(pronoun)
  const certain = chosen.gender === meant
  // "Buddy talked me down. She …": the word for a role is nobody's name for sure.
  const inView = chosen.sentence === current && chosen.subject
  if (!certain && !inView && (chosen.guessed || isRole(chosen.name))) return false
  return !known.some(
    (other) =>
      other !== chosen &&
      /^(?:person|thing)$/.test(other.kind) &&
      !other.plural &&
      (other.gender === '?' || other.gender === meant) &&
      (other.kind === 'person' || other.gender === meant || (other.named && isNameLike(other.name))) &&
      (!certain ||
        // "Tyler came. Gave the old ones to Lyle, he'll pay": who was just named.
        (other.sentence === current &&
          chosen.sentence < current &&
          (other.kind === 'person' || (other.subject && !isOwner))) ||
        // "Mama is in mourning. I rang Doreen Penney. Her number …"
        (isSomebody(other) && other.sentence > chosen.sentence && other.sentence < current) ||
        // "Ida has retired, she was kind; now Samira has me, she is brisk"
        (other.sentence === current && other.subject && other.turn > chosen.turn && !isOwner) ||
        (other.subject && (!chosen.subject || (other.gender === meant && other.sentence === current)))),
  )
}

/** "Doreen Penney", "Bogdan", and not "Volvo" */
const isSomebody = ({ kind, name, named }: Referent): boolean => {
  const [first = '', ...more] = name.split(' ')
  return kind === 'person' || (named && isNameLike(name) && (more.length > 0 || isGivenName(first.toLowerCase())))
}

const CAPITALS = pattern(String.raw`(?<!^\P{L}*)(?<![.!?:…]\s+)\p{Lu}\p{Ll}[\p{L}'’-]*|\p{Lu}\p{Ll}+-\p{L}+`, 'gu')

/** Does it name somebody or something of which nothing is known? */
const namesUnknown = (text: string, known: readonly Referent[]): boolean =>
  (text.match(CAPITALS()) ?? []).some((found) => {
    const name = found.replace(/['’]s$/, '')
    return !DATE_NAMES.has(name.toLowerCase()) && !known.some((referent) => referent.name.includes(name))
  })

const isRole = (name: string): boolean => relationByNoun(name.toLowerCase()) !== undefined && !PARENTS.test(name)

/** What a pronoun says of whom it means. */
export const GENDERS = wordMap('he:m him:m his:m she:f her:f hers:f it:n its:n')

/** As good as a name. */
const PARENTS = /^(?:mum|mom|mummy|mother|dad|daddy|father|gran|granny|nan|grandma|grandpa)$/

/** "Okafor", "Wanjiru Mwangi"; but not "Totterdown room" nor "Helix's cells". */
const isNameLike = (name: string): boolean =>
  name
    .replace(/^(?:young|old|little|big|wee) /, '')
    .split(' ')
    .every((word) => CAPITAL_FIRST().test(word) && !/'s$|\d/.test(word))

/** "Therapy is online now, she has a parrot": whoever does it. */
const NOBODY = wordSet(
  'therapy physio work school uni college church gym yoga pilates training practice swimming ballet daycare nursery surgery dentistry massage counselling',
)

/** "it must run by Easter": a day is not what stands in the garage. */
const FEASTS = wordSet('easter christmas xmas eid diwali ramadan thanksgiving halloween pentecost advent hanukkah')

/** A name that may be of anyone counts only beside its pronoun; a common noun that is no person is never "he" or "she". */
/** "the second week", "next term" */
const ORDER = /^(?:\w+|(?:next|last|same|whole|first|second|third|fourth|other) \w+)$/

function suits(referent: Referent, pronoun: string, current: number): boolean {
  const { name, kind, gender, plural, subject, sentence, guessed, company } = referent
  const meant = GENDERS.get(pronoun)
  if (!meant || plural || (meant !== 'n' && /\d/.test(name))) return false
  if (meant === 'n')
    return (
      !FEASTS.has(name.toLowerCase()) &&
      !(TIME_NOUNS.has(name.split(' ').at(-1)!) && ORDER.test(name)) &&
      kind !== 'person' &&
      gender !== 'm' &&
      gender !== 'f'
    )
  // "the vet", "a man": of a role alone it is not known who it is.
  if (!CAPITAL_FIRST().test(name) && !name.includes("'s ") && !PARENTS.test(name)) return false
  // "Mr Okabe order", "Paul home": a verb or a noun that was taken for a part of the name.
  if (CAPITAL_FIRST().test(name) && !name.includes("'s ") && SMALL_END().test(name)) return false
  if (gender !== '?') return gender === meant
  if (kind === 'person' && !guessed) return true
  const near = subject ? sentence === current : company && /^(?:he|she)$/.test(pronoun) && current - sentence <= 1
  return (kind === 'thing' || guessed) && near && isNameLike(name) && !NOBODY.has(name.toLowerCase())
}

import { lazy } from '../../runtime/lazy.ts'
import type { EntityKind } from './fact.ts'
import { RELATIONS } from './relations.data.ts'

/**
 * One entry of the vocabulary of relations. The vocabulary itself is data: `relations.data.ts`, which leaves out what goes without saying
 * (`many`, the words of the id, "is … of") and lists phrases and nouns with commas between them.
 */
export interface Relation {
  readonly id: string
  /** `single`: a subject has one at a time, a new one replaces the old; `many`: they stand side by side. */
  readonly valued: 'single' | 'many'
  /** "user lives in Vienna" */
  readonly readable: string
  /** The same edge read from its object: "Vienna is home of user". */
  readonly inverse: string
  /** Ways to say it, in base forms: verb, adjective or noun, then the object's noun where it belongs to the phrase, then the preposition. */
  readonly phrases: readonly string[]
  /** Nouns that name it in a possessive: "Sarah's brother is Tom". */
  readonly nouns: readonly string[]
  /** What kind of thing its object is, where the relation tells. */
  readonly object?: EntityKind
  /** The relation that ends or is contradicted when this one holds: who left a company does not work there. */
  readonly denies?: string
  /** Where its object tells what ends: who gave coffee up does not drink it. */
  readonly ends?: Readonly<Record<string, readonly string[]>>
  /** The relation whose place it takes: who owns a thing has it, and a wife is whom somebody is married to. */
  readonly competes?: string
  /** A lasting measure ("has 16 GB of memory"): a new number for the same thing replaces the old one. */
  readonly stative?: boolean
}

type Entry = Partial<Omit<Relation, 'phrases' | 'nouns'>> & {
  readonly id: string
  readonly phrases?: string
  readonly nouns?: string
}

const wordsOfId = (id: string): string => id.replaceAll('_', ' ')
const backwards = (id: string): string => `is ${wordsOfId(id)} of`

export const relations = lazy(() =>
  (JSON.parse(RELATIONS) as Entry[]).map(
    ({ phrases, nouns, ...entry }): Relation => ({
      valued: 'many',
      readable: wordsOfId(entry.id),
      inverse: backwards(entry.id),
      ...entry,
      phrases: phrases?.split(', ') ?? [],
      nouns: nouns?.split(', ') ?? [],
    }),
  ),
)

const indexBy = (keysOf: (relation: Relation) => readonly string[]) =>
  lazy(() => new Map(relations().flatMap((relation) => keysOf(relation).map((key) => [key, relation]))))
const byId = indexBy(({ id }) => [id])
const byPhrase = indexBy(({ phrases }) => phrases)
const byNoun = indexBy(({ nouns }) => nouns)

export const relationById = (id: string): Relation | undefined => byId().get(id)

/** "work at", "be allergic to", "get job at" → its relation. */
export const relationByPhrase = (phrase: string): Relation | undefined => byPhrase().get(phrase)

/** "brother", "birthday", "phone number" → its relation. */
export const relationByNoun = (noun: string): Relation | undefined => byNoun().get(noun)

/** What is not in the vocabulary may hold many times over: replacing a memory wrongly loses it, keeping two only costs a line. */
export const isSingleValued = (predicate: string): boolean =>
  byId().get(predicate)?.valued === 'single' || predicate.startsWith('favourite_')

/** How an edge reads from its object's side, for walking the graph backwards. */
export const inverseOf = (predicate: string): string => byId().get(predicate)?.inverse ?? backwards(predicate)

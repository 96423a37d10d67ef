import type { EntityKind, Mention } from '../statement/fact.ts'
import { type NameParts, nameKey, nameParts } from './name-parts.ts'

/**
 * The canonical key of a name within a namespace: one key, one entity. Takes away what never tells two things apart: case, width,
 * determiners, a possessive 's at the end, the plural of a common noun, punctuation. Titles and company suffixes stay, since Dr. and Mr.
 * Lopez, Acme Corp and Acme Inc may be two; that one of them is meant by a shorter name is for `resolveEntity` to say, with its reason.
 */
export const entityKey = nameKey

/**
 * The keys under which a store keeps an entity, once for its name and once for each alias. To resolve a mention, fetch the entities that
 * have any of the mention's own lookup keys: one indexed lookup finds every entity that `resolveEntity` could choose or doubt.
 * The first is always the entity's key. Common nouns have just that one; a name has at most five.
 */
export function entityLookupKeys(name: string): string[] {
  const { key, core, first, titled, plain } = nameParts(name)
  return [...new Set([key, core, first, titled, plain].filter((part): part is string => part !== null && part !== ''))]
}

/** An entity that the namespace knows already. */
export interface KnownEntity {
  readonly name: string
  readonly kind: EntityKind
  /** Other names that were found to mean it. */
  readonly aliases: readonly string[]
  /** Names that someone took apart from it: undone merges, never made again. */
  readonly apart?: readonly string[]
}

export interface Resolution<E extends KnownEntity> {
  readonly entity: E
  readonly rule: 'same name' | 'alias' | 'title' | 'company' | 'accents' | 'first name' | 'full name'
  /** Why, in words fit to be shown: every merge can be looked up, and undone with `apart`. */
  readonly reason: string
}

/**
 * Which of the known entities a mention means, or null where it is a new one. Pure: the same mention and candidates give the same answer.
 * `candidates` are the entities that share a lookup key with the mention, all of them, since a doubt counts as much as a match.
 *
 * A shorter name means a longer one only while exactly one is known that it could mean. When "Alice" was linked to Alice Johnson and Alice
 * Smith appears, what was said stays linked, and a new bare "Alice" is an entity of its own from then on, with which later ones agree.
 * An entity whose own name is just "Alice" keeps it: one key, one entity.
 */
export function resolveEntity<E extends KnownEntity>(mention: Mention, candidates: readonly E[]): Resolution<E> | null {
  const said = nameParts(mention.name)
  if (isSpeaker(mention.kind) || isSpeaker(said.key)) {
    const role = isSpeaker(mention.kind) ? mention.kind : said.key
    const entity = candidates.find((candidate) => candidate.kind === role)
    return entity === undefined ? null : { entity, rule: 'same name', reason: `the ${role} of this namespace` }
  }
  const known = candidates
    .filter((candidate) => !isSpeaker(candidate.kind))
    .map((entity): Known<E> => {
      const parts = nameParts(entity.name)
      const aliases = entity.aliases.map(nameParts)
      return { entity, parts, aliases, names: [parts, ...aliases] }
    })
  const likely = compatible(mention, known)
  const found =
    sameName(mention, said, known) ??
    alias(said, known) ??
    withoutTitle(said, likely) ??
    sameCompany(said, likely) ??
    withoutAccents(said, likely) ??
    shortName(mention, said, known)
  // An entity that the name was taken apart from still counts as a doubt above.
  return found?.entity.apart?.some((name) => nameKey(name) === said.key) ? null : found
}

interface Known<E> {
  readonly entity: E
  readonly parts: NameParts
  readonly aliases: readonly NameParts[]
  readonly names: readonly NameParts[]
}

const isSpeaker = (kindOrKey: string): boolean => kindOrKey === 'user' || kindOrKey === 'assistant'

/** What an extractor calls a thing may be of any kind; a person is never a place. */
const compatible = <E extends KnownEntity>(mention: Mention, known: readonly Known<E>[]): Known<E>[] =>
  known.filter(({ entity }) => agree(mention.kind, entity.kind))
const agree = (a: EntityKind, b: EntityKind): boolean =>
  a === b || ((a === 'thing' || b === 'thing') && a !== 'value' && b !== 'value')

const only = <T>(all: readonly T[]): T | null => (all.length === 1 ? all[0]! : null)

function sameName<E extends KnownEntity>(
  mention: Mention,
  said: NameParts,
  known: readonly Known<E>[],
): Resolution<E> | null {
  const same = known.filter(({ parts }) => parts.key === said.key)
  const found = compatible(mention, same)[0] ?? same[0]
  return found === undefined ? null : { entity: found.entity, rule: 'same name', reason: 'same name' }
}

function alias<E extends KnownEntity>(said: NameParts, known: readonly Known<E>[]): Resolution<E> | null {
  const found = only(known.filter(({ aliases }) => aliases.some(({ key }) => key === said.key)))
  if (found === null) return null
  // A shorter name stays an alias only while it could mean nobody else.
  const shortens = ({ parts }: Known<E>) => [parts.first, parts.core, parts.titled].includes(said.key)
  if (shortens(found) && known.some((other) => other !== found && shortens(other))) return null
  return { entity: found.entity, rule: 'alias', reason: `known as another name of ${found.entity.name}` }
}

/** Dr. Maria Lopez is Maria Lopez, and Dr. Lopez is Dr. Maria Lopez; but Dr. and Mr. Lopez are two. */
function withoutTitle<E extends KnownEntity>(said: NameParts, known: readonly Known<E>[]): Resolution<E> | null {
  const namesakes = said.core.includes(' ')
    ? known.filter(({ names }) => names.some(({ core, suffix }) => core === said.core && suffix === said.suffix))
    : []
  const same = only(namesakes)
  const title = said.title ?? same?.parts.title ?? null
  if (same !== null && title !== null && same.names.every((name) => name.title === null || name.title === title)) {
    return { entity: same.entity, rule: 'title', reason: `same name as ${same.entity.name} but for the title ${title}` }
  }
  if (said.title === null) return null
  const shorter = only(
    known.filter(({ parts }) => parts.titled === said.key || (said.titled !== null && parts.key === said.titled)),
  )
  if (shorter === null) return null
  return {
    entity: shorter.entity,
    rule: 'title',
    reason: `same title and surname as the only ${shorter.entity.name} known`,
  }
}

/** Acme is Acme Corp while there is no Acme Inc. */
function sameCompany<E extends KnownEntity>(said: NameParts, known: readonly Known<E>[]): Resolution<E> | null {
  const found = only(
    known.filter(({ names }) => names.some(({ core, title }) => core === said.core && title === said.title)),
  )
  if (found === null || found.entity.kind === 'person') return null
  const suffix = said.suffix ?? found.names.find((name) => name.suffix !== null)?.suffix ?? null
  if (suffix === null || found.names.some((name) => name.suffix !== null && name.suffix !== suffix)) return null
  return { entity: found.entity, rule: 'company', reason: `the only ${said.core} known, with and without ${suffix}` }
}

function withoutAccents<E extends KnownEntity>(said: NameParts, known: readonly Known<E>[]): Resolution<E> | null {
  const plain = said.plain ?? said.core
  const found = only(
    known.filter(
      ({ parts }) =>
        (parts.plain ?? parts.core) === plain && parts.title === said.title && parts.suffix === said.suffix,
    ),
  )
  // Two spellings with accents (Pena and Peña aside, Müller and Mûller) are two names.
  if (found === null || (found.parts.plain === null) === (said.plain === null)) return null
  return { entity: found.entity, rule: 'accents', reason: `same name as ${found.entity.name} but for accents` }
}

/** Alice and Alice Johnson, in either order of appearance, while one Alice is known. People alone: Google is not Google Maps. */
function shortName<E extends KnownEntity>(
  mention: Mention,
  said: NameParts,
  known: readonly Known<E>[],
): Resolution<E> | null {
  const person = (kind: EntityKind) =>
    mention.kind === 'person' ? agree('person', kind) : mention.kind === 'thing' && kind === 'person'
  const namesakes = (first: string) => known.filter(({ parts }) => parts.first === first || parts.core === first)
  if (said.title !== null || said.suffix !== null) return null
  const first = said.first ?? (said.core.includes(' ') ? null : said.core)
  if (first === null) return null
  const found = only(namesakes(first))
  if (found === null || !person(found.entity.kind)) return null
  const shown = mention.name
    .trim()
    .split(/\s+/)[0]!
    .replace(/['’]s$/, '')
  if (said.first === null && found.parts.first === first) {
    return { entity: found.entity, rule: 'first name', reason: `first name of the only ${shown} known` }
  }
  // A bare name that already has a full one as alias is that person, not any namesake.
  const named = found.aliases.some((other) => other.first === first && other.core !== said.core)
  if (said.first !== null && found.parts.core === first && !named) {
    return { entity: found.entity, rule: 'full name', reason: `full name of the only ${shown} known` }
  }
  return null
}

import * as z from 'zod/mini'
import { SOURCES } from '../domain/statement/source.ts'
import type { ExportPlace, PortableRow } from '../ports/portable.ts'
import { DAY_MS } from '../runtime/duration.ts'

export const FORMAT = 'edge-brain'
export const FORMAT_VERSION = 1

type Json = Record<string, unknown>

/** Kept as JSON in the store, and as what it is in a line. */
const JSON_FIELDS = new Set(['metadata', 'stated', 'changes', 'aliases', 'scope', 'erased', 'reading'])
/** What is in these is the caller's, whatever it is called. */
const OPAQUE = new Set(['metadata', 'scope', 'erased', 'reading'])

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [rename(name), OPAQUE.has(name) ? one : renamed(one, rename)]),
  )
}

function mapFields(value: unknown, change: (name: string, field: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapFields(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const changed = change(name, one)
      return [name, changed === one ? mapFields(one, change) : changed]
    }),
  )
}

/** One row as a line of the file, without its end. */
export function toLine(row: PortableRow): string {
  const { type, ...fields } = row
  const opened = mapFields(fields, (name, value) => {
    if (JSON_FIELDS.has(name) && typeof value === 'string') return JSON.parse(value)
    if (name === 'memories' && type === 'receipt' && typeof value === 'string') return JSON.parse(value)
    return name === 'source' && typeof value === 'number' ? SOURCES[value] : value
  })
  return JSON.stringify({ type, ...(renamed(opened, toSnake) as Json) })
}

/**
 * What orders tellings is made of them, and has room for numbers below 2^33. Those that are given go on from the highest: no file may bring
 * them near that.
 */
const MOST_ID = 2 ** 32
const id = z.int().check(z.gte(0), z.lte(MOST_ID))
const count = z.int().check(z.gte(0))
const at = z.int()
const text = z.string()
const json = z.unknown()
const orNull = <T extends z.core.SomeType>(field: T) => z.nullable(field)
const persona = text.check(z.minLength(1), z.maxLength(128))
const session = orNull(text.check(z.maxLength(600)))
const vector = {
  facts: z.array(id),
  text: z.optional(text),
  data: z.optional(text.check(z.regex(/^[A-Za-z0-9+/]*={0,2}(\.[A-Za-z0-9+/]*={0,2})?$/))),
}
const metadata = orNull(z.record(z.string(), z.unknown()))
const level = z.int().check(z.gte(0), z.lte(20))

const kind = z.enum(['user', 'assistant', 'person', 'place', 'organisation', 'thing', 'value'])
const aspect = z.enum(['is', 'was', 'may'])

const standing = {
  id,
  persona,
  source: z.enum(SOURCES),
  level,
  created_at: at,
  stated_at: at,
  last_access: at,
  access_count: count,
  // What a memory brings has its metadata, unless it says otherwise.
  metadata: z.optional(metadata),
  memory: id,
  stated_by: z.array(text),
}

const chunk = {
  ...standing,
  text: text.check(z.maxLength(200_000)),
  start: count,
  statement: count,
  session,
  speaker: orNull(text),
  facts: z.array(id),
  vectors: z.array(z.object(vector)).check(z.minLength(1)),
}

const fact = {
  ...standing,
  ...{ subject: text, predicate: text, relation: text, object: text, text, aspect, slot: text, value: text },
  ...{ leaf: z.boolean(), negated: z.boolean(), denies: z.boolean() },
  ...{ chunk: id, vector: orNull(id), abstraction: orNull(id), members: count, latest: count },
  date: z.optional(orNull(text)),
}

/** As it was read; what is not known of it is kept. */
const parkedReading = z.looseObject({
  chunk: z.looseObject({ text, start: count, statement: count, words: z.array(text) }),
  facts: z.array(z.looseObject({ text, vector: id })),
})

const target = text.check(
  z.regex(/^[cf]\d{1,10}$/),
  z.refine((value) => Number(value.slice(1)) <= MOST_ID),
)
/** How far a clock is ahead of UTC. */
const offset = z.optional(z.int().check(z.gt(-DAY_MS), z.lt(DAY_MS)))
const version = { version: id, text, metadata, persona, occurred_at: at, offset_ms: offset, replaced_at: at }

const rows = {
  persona: z.object({ name: persona, consolidated_at: orNull(at) }),
  session: z.object({ name: text, persona }),
  entity: z.object({
    ...{ key: text, name: text, kind, names: z.array(text) },
    aliases: z.array(z.looseObject({ name: text })),
  }),
  memory: z.object({
    ...{ id, persona, source: z.enum(SOURCES), level, session, speaker: orNull(text), metadata },
    ...{
      occurred_at: at,
      offset_ms: offset,
      created_at: at,
      stated_at: at,
      text: orNull(text.check(z.maxLength(200_000))),
      version: id,
    },
    changes: orNull(z.array(json)),
    stated: z.array(z.looseObject({ target, chunk: z.optional(id) })),
    versions: z.array(z.object(version)),
    chunks: z.array(z.object(chunk)),
    facts: z.array(z.object(fact)),
    parked: z.array(
      z.object({ piece: id, reading: parkedReading, vectors: z.array(z.object(vector)).check(z.minLength(1)) }),
    ),
  }),
  history: z.object({ memory: id, persona, versions: z.array(z.object(version)).check(z.minLength(1)) }),
  chunk: z.object(chunk),
  fact: z.object(fact),
  vector: z.object({ ...vector, chunk: id, persona }),
  // Its number is made of its time.
  receipt: z.object({
    ...{ id: count, at, scope: json, erased: json, remaining: count },
    from: z.optional(count),
    memories: z.array(id),
  }),
  state: z.object({ memories: id, chunks: id, facts: id, compressed_up_to: id }),
} as const satisfies Record<PortableRow['type'], z.ZodMiniType>

/** The row that a line is, or what is wrong with it. */
export function fromLine(value: unknown): { readonly row: PortableRow } | { readonly problem: string } {
  const type = (value as { type?: unknown } | null)?.type
  if (typeof type !== 'string' || !Object.hasOwn(rows, type)) return { problem: 'is no row of an export' }
  const read = z.safeParse(rows[type as PortableRow['type']], value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { problem: `${issue!.path.join('.').slice(0, 100)}: ${issue!.message}` }
  }
  const { type: _, ...sent } = value as Json
  // What was sent, and not what the schema made of it: a record is restored with its fields in their order.
  const closed = mapFields(renamed(sent, toCamel), (name, field) => {
    if (JSON_FIELDS.has(name) && field !== null) return JSON.stringify(field)
    if (name === 'memories' && type === 'receipt') return JSON.stringify(field)
    return name === 'source' ? SOURCES.indexOf(field as (typeof SOURCES)[number]) : field
  })
  const isAlone = type === 'chunk' || type === 'fact'
  const row = { type, ...(isAlone ? { metadata: null } : {}), ...(closed as Json) } as unknown as PortableRow
  if (row.type !== 'memory') return { row }
  const isMixed = [...row.chunks, ...row.facts].some((part) => part.persona !== row.persona)
  return isMixed ? { problem: 'persona: must be the same for all that a memory brought' } : { row }
}

/** The personas that rows are of. */
export const personasIn = (rows: readonly PortableRow[]): string[] => [
  ...new Set(
    rows.flatMap((row) => {
      if (row.type === 'persona') return row.name
      if (row.type === 'memory' || row.type === 'history')
        return [row.persona, ...row.versions.map((version) => version.persona)]
      return 'persona' in row ? row.persona : []
    }),
  ),
]

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  embedder: orNull(text),
  vectors: z.boolean(),
})

/** The first line of a file. */
export function readHeader(value: unknown): z.output<typeof header> | null {
  const read = z.safeParse(header, value)
  return read.success ? read.data : null
}

const until = z.object({ memories: count, chunks: count, facts: count })
/** What has a name comes by its names, all else by its numbers. */
const place = z.union([
  z.object({ type: z.enum(['persona', 'session', 'entity']), after: text.check(z.maxLength(2_000)), until }),
  z.object({ type: z.literal('memory'), after: count, until, version: z.optional(count) }),
  z.object({ type: z.literal('receipt'), after: count, until, from: z.optional(count) }),
  z.object({ type: z.enum(['chunk', 'fact', 'vector', 'state']), after: count, until }),
])

/** Where an export broke off, with what was counted and hashed by then. */
export interface Checkpoint {
  readonly place: ExportPlace
  readonly counts: Readonly<Record<string, number>>
  readonly hash: string
}

const checkpoint = z.object({
  place,
  counts: z.record(z.string(), count),
  hash: text.check(z.regex(/^[0-9a-f]{0,64}$/)),
})

export const toCheckpoint = (one: Checkpoint): string =>
  btoa(JSON.stringify(one)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

export function fromCheckpoint(cursor: string): Checkpoint | null {
  try {
    const read = z.safeParse(checkpoint, JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

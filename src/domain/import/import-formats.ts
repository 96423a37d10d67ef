import type { Source } from '../statement/source.ts'
import { fieldOf, isFields, listOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { readItemLine } from './item-lines.ts'
import { createJsonUnits, type JsonUnit } from './json-units.ts'
import { readChatGpt } from './read-chatgpt.ts'
import { readClaude } from './read-claude.ts'
import { readMcpMemory } from './read-mcp-memory.ts'
import { createMem0Reader } from './read-mem0.ts'
import { readText } from './read-text.ts'

/** The formats of others, and `items`: texts as ingest takes them, a line each. */
export const IMPORT_FORMATS = ['items', 'mem0', 'mcp-memory', 'chatgpt', 'claude', 'text'] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]

type JsonFormat = Exclude<ImportFormat, 'text'>

interface ValueReader {
  /** Reads one value of a JSON file. */
  read(value: unknown, at: string, now: number): Generator<Found>
  /** What only the end of the file tells. */
  end?(now: number): Generator<Found>
}

/** A reader of a file, and what one value is called there. */
const readers: Readonly<Record<JsonFormat, { readonly unit: string; open(): ValueReader }>> = {
  items: { unit: 'line', open: () => ({ read: readItemLine }) },
  mem0: { unit: 'memory', open: createMem0Reader },
  'mcp-memory': { unit: 'line', open: () => ({ read: readMcpMemory }) },
  chatgpt: { unit: 'conversation', open: () => ({ read: readChatGpt }) },
  claude: { unit: 'conversation', open: () => ({ read: readClaude }) },
}

export interface ReadOptions {
  readonly now: number
  /** Of a text: what it is called, and who says it. */
  readonly name?: string | null | undefined
  readonly source?: Source | null | undefined
  /** When it was written, unless it says so itself; in ms since the epoch. */
  readonly writtenAt?: number | null | undefined
  /** Where to remember all of it, whatever the file says. */
  readonly persona?: string | null | undefined
  /** A single value of a file may not be longer. */
  readonly mostCharacters?: number
}

/** A reader that takes a file part by part; what it finds comes in order. */
export interface ImportReader {
  push(text: string): Generator<Found>
  end(): Generator<Found>
}

const MOST_CHARACTERS = 64 * 1024 * 1024

export function createImportReader(format: ImportFormat, options: ReadOptions): ImportReader {
  const { now, name = null, source = null, persona = null, mostCharacters = MOST_CHARACTERS } = options
  if (format === 'text') {
    const document = { name, source: source ?? 'document', persona, now, occurredAt: options.writtenAt ?? null }
    return createTextReader(document, mostCharacters)
  }
  const units = createJsonUnits(mostCharacters)
  const { unit: word, open } = readers[format]
  const reader = open()
  function* asAsked(found: Iterable<Found>, at: string): Generator<Found> {
    for (const one of found) {
      if (!('text' in one)) yield one
      else {
        const text = { ...one.text, persona: persona ?? one.text.persona, source: source ?? one.text.source }
        yield isPersona(text.persona) ? { text } : { at, problem: NO_PERSONA }
      }
    }
  }
  function* read(found: Iterable<JsonUnit>): Generator<Found> {
    for (const unit of found) yield* asAsked(readUnit(reader, word, unit, now), `line ${unit.line}`)
  }
  return {
    push: (text) => read(units.push(text)),
    *end() {
      yield* read(units.end())
      if (reader.end) yield* asAsked(reader.end(now), 'the file')
    },
  }
}

const LONGEST_PERSONA = 128
const NO_PERSONA = `names a persona of more than ${LONGEST_PERSONA} characters`
const isPersona = (name: string | null): boolean => name === null || name.length <= LONGEST_PERSONA

function* readUnit({ read }: ValueReader, word: string, unit: JsonUnit, now: number): Generator<Found> {
  const isLines = word === 'line'
  const at = isLines ? `line ${unit.line}` : `${word} ${unit.number} (line ${unit.line})`
  if ('problem' in unit) {
    yield { at, problem: unit.problem }
    return
  }
  // Some exports have the list in an object.
  const inside = word === 'conversation' && isFields(unit.value) ? fieldOf(unit.value, 'conversations') : undefined
  if (!Array.isArray(inside)) yield* read(unit.value, isLines ? at : `${word} ${unit.number}`, now)
  else for (const [n, value] of listOf(inside).entries()) yield* read(value, `${word} ${n + 1}`, now)
}

/** Paragraphs go over the ends of parts, so that a text is read when all of it is there. */
function createTextReader(document: Parameters<typeof readText>[1], mostCharacters: number): ImportReader {
  let whole = ''
  let isTooLong = false
  return {
    *push(text) {
      isTooLong ||= whole.length + text.length > mostCharacters
      if (!isTooLong) whole += text
      yield* []
    },
    *end() {
      if (isTooLong) yield { at: 'the text', problem: `is longer than ${mostCharacters} characters` }
      else yield* readText(whole, document)
    },
  }
}

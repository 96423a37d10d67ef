import { type Bound, personaToWrite } from '../../domain/account/persona.ts'
import { IMPORT_ID, importIdOf } from '../../domain/import/import-id.ts'
import type { ImportedText } from '../../domain/import/imported-text.ts'
import { contentId } from '../../domain/statement/content-id.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Tallied } from '../../ports/memory-store.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Later } from '../../runtime/later.ts'
import type { Trace } from '../../runtime/trace.ts'
import { ingest } from '../ingest/ingest.ts'
import type { IngestItem } from '../ingest/request.ts'

export interface ImportRequest extends Authored, Tallied {
  readonly namespace: string
  readonly now: number
  readonly format: string
  readonly texts: readonly ImportedText[]
  readonly bound: Bound
  readonly dryRun: boolean
  /** Hears of every batch how many of its texts are stored: a later one may fail. */
  readonly onStored?: (texts: number) => void
}

export interface ImportReport {
  /** Texts that became memories, or would. */
  readonly imported: number
  /** Those of them that said what was known. */
  readonly restated: number
  /** Texts that an import brought before, and the same text again in the file. */
  readonly alreadyImported: number
  readonly failed: number
  /** Of an export, what was there already of texts that come with no memory. */
  readonly knownBeside: number
  readonly facts: number
  readonly chunks: number
  readonly entities: number
  readonly personas: readonly string[]
  readonly sessions: number
  /** The first and the last time at which something was said, in ms; null: the file names no time. */
  readonly since: number | null
  readonly until: number | null
}

/** One visit to the store takes so many texts and characters: a batch is one transaction, during which nobody else is served. */
const BATCH_TEXTS = 100
const BATCH_CHARACTERS = 100_000
const LONGEST_SESSION = 128

/**
 * Tells texts of a file as if they were told now, with the times, sources and conversations that they have there. What an earlier import
 * brought is recognised before anything is read, so that the rest of a file that broke off is all that costs anything.
 */
export async function importTexts(
  ports: Ports,
  trace: Trace,
  request: ImportRequest,
  later: Later,
): Promise<ImportReport> {
  const { namespace, now, bound, dryRun, tally = null, by } = request
  const items = await Promise.all(request.texts.map((text) => toItem(request, text)))
  const distinct = [...new Map(items.map((item) => [`${item.persona}\n${item.importId}`, item])).values()]
  const known = await trace.step('known', () => ports.memory.imported(namespace, distinct))
  const fresh = distinct.filter((_, at) => known[at] === null)
  const times = items.flatMap(({ occurredAt }) => occurredAt ?? []).sort((a, b) => a - b)
  const found = {
    personas: [...new Set(items.map(({ persona }) => persona))].sort(),
    sessions: new Set(items.flatMap(({ sessionId }) => sessionId ?? [])).size,
    since: times[0] ?? null,
    until: times.at(-1) ?? null,
  }
  const report = { imported: 0, restated: 0, failed: 0, knownBeside: 0, facts: 0, chunks: 0, entities: 0 }
  if (dryRun) report.imported = fresh.length
  else {
    for (const batch of batchesOf(fresh)) {
      const before = report.imported
      const told = { namespace, now, items: batch, bound, by, isPast: true, tally }
      for (const outcome of await ingest(ports, trace, told, later)) {
        if ('error' in outcome) report.failed++
        else if (!outcome.wasImported) {
          report.imported++
          if (outcome.duplicateOf !== null) report.restated++
          report.facts += outcome.facts
          report.chunks += outcome.chunks
          report.entities += outcome.entities
        }
      }
      request.onStored?.(report.imported - before)
    }
  }
  return { ...report, ...found, alreadyImported: items.length - report.imported - report.failed }
}

async function toItem(
  { format, bound }: ImportRequest,
  text: ImportedText,
): Promise<IngestItem & { readonly importId: string }> {
  const importId = await importIdOf(format, text.identity)
  const { [IMPORT_ID]: _, ...metadata } = text.metadata
  const { sessionId } = text
  return {
    text: text.text,
    persona: personaToWrite(text.persona ?? undefined, bound),
    source: text.source,
    sessionId: sessionId !== null && sessionId.length > LONGEST_SESSION ? await contentId(sessionId) : sessionId,
    // Before the others, since only the first of them can be looked up.
    metadata: { [IMPORT_ID]: importId, ...metadata },
    occurredAt: text.occurredAt,
    ...(text.offsetMs === undefined ? {} : { offsetMs: text.offsetMs }),
    useLlmExtraction: false,
    importId,
  }
}

function batchesOf<T extends { readonly text: string }>(items: readonly T[]): T[][] {
  const batches: T[][] = []
  let characters = 0
  for (const item of items) {
    const last = batches.at(-1)
    characters += item.text.length
    if (last && last.length < BATCH_TEXTS && characters <= BATCH_CHARACTERS) last.push(item)
    else {
      batches.push([item])
      characters = item.text.length
    }
  }
  return batches
}

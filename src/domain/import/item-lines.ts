import { HOUR_MS, MINUTE_MS } from '../../runtime/duration.ts'
import { offsetMs } from '../date/offset-ms.ts'
import { SOURCES, type Source } from '../statement/source.ts'
import { fieldOf, isFields, keptMetadata, textOf, timeOf } from './foreign-values.ts'
import type { Found, ImportedText } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/** A text as a line of our own: what `POST /brain/ingest` takes, with `speaker` and with `import_id`, by which it is the same again. */
export const toItemLine = (text: ImportedText, importId: string): string =>
  JSON.stringify({
    text: text.text,
    ...(text.persona === null ? {} : { persona: text.persona }),
    source: text.source,
    ...(text.sessionId === null ? {} : { session_id: text.sessionId }),
    ...(text.occurredAt === null ? {} : { occurred_at: written(text.occurredAt, text.offsetMs ?? 0) }),
    metadata: text.metadata,
    import_id: importId,
  })

/** By whose clock it was said decides which day is tomorrow; without an offset a number of seconds says all. */
function written(ms: number, offsetMs: number): string | number {
  if (offsetMs === 0) return ms / 1000
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMs) / HOUR_MS), (Math.abs(offsetMs) % HOUR_MS) / MINUTE_MS]
  const offset = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${new Date(ms + offsetMs).toISOString().slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${offset}`
}

/** So that it can be looked up. */
const LONGEST_ID = 200

export function* readItemLine(value: unknown, at: string, now: number): Generator<Found> {
  const text = textOf(value, 'text')
  const source = fieldOf(value, 'source') ?? 'user'
  const metadata = fieldOf(value, 'metadata') ?? {}
  const given = fieldOf(value, 'occurred_at') ?? null
  const occurredAt = timeOf(now, given)
  const importId = textOf(value, 'import_id')
  const problem =
    (importId !== null && importId.length > LONGEST_ID && `import_id: must have at most ${LONGEST_ID} characters`) ||
    (text === null && 'text: must be a text') ||
    (!SOURCES.includes(source as Source) && `source: must be one of ${SOURCES.join(', ')}`) ||
    (!isFields(metadata) && 'metadata: must be an object') ||
    (given !== null &&
      occurredAt === null &&
      'occurred_at: must be a date in ISO 8601 or a number of seconds since 1970')
  if (problem) {
    yield { at, problem }
    return
  }
  const speaker = textOf(value, 'speaker')
  const said = text!
  const sessionId = textOf(value, 'session_id')
  yield* toldTexts({
    text: speaker === null ? said : `${speaker}: ${said}`,
    persona: textOf(value, 'persona'),
    source: source as Source,
    sessionId,
    metadata: keptMetadata(Object.entries(metadata as object)),
    occurredAt,
    offsetMs: offsetMs(given),
    identity: importId === null ? [sessionId ?? '', String(occurredAt), String(source), said] : [importId],
  })
}

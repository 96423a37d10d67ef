import { VERSION } from '../../domain/version.ts'
import type { SpanExporter } from '../../ports/span-exporter.ts'
import { batchAfter } from '../../runtime/batch-after.ts'
import { isolateId } from '../../runtime/isolate-id.ts'
import { metrics } from '../../runtime/metrics.ts'
import { isSampled, newSpanId, newTraceId, parseTraceparent, type Sampler } from '../../runtime/trace-context.ts'
import { withTimeout } from '../../runtime/with-timeout.ts'
import { encodeSpans, type KeptSpan } from './encode-spans.ts'

interface Parts {
  /** The whole address, `…/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: Sampler
  readonly timeoutMs: number
  /** What comes within this goes out together. */
  readonly everyMs?: number
  readonly fetch?: typeof fetch
}

/** What a request to the collector carries at most, and what waits for one. */
const MAX_BATCH = 512
const MAX_WAITING = 2_048
const EVERY_MS = 1_000
/** Longer answers are not looked at. */
const MAX_ANSWER_BYTES = 64 * 1024

/** The statuses after which the protocol wants another try. */
const RETRYABLE = [429, 502, 503, 504]

/**
 * OTLP over HTTP, as JSON, which every collector takes. The official SDK would be 183 KB of each Worker, parsed at every start; this and what makes
 * the spans are 10 (docs/adr/0033-watching.md).
 */
export function createOtlpSpanExporter(parts: Parts): SpanExporter {
  const { url, sampler, timeoutMs } = parts
  const send = parts.fetch ?? ((input: string, init: RequestInit) => fetch(input, init))
  let waiting: KeptSpan[] = []

  const tried = new WeakSet<KeptSpan>()

  const plan = batchAfter()

  async function flush(): Promise<void> {
    const spans = waiting
    waiting = []
    for (let at = 0; at < spans.length; at += MAX_BATCH) await deliver(spans.slice(at, at + MAX_BATCH))
  }

  /** What fails is tried once more, with what comes next. */
  async function deliver(batch: readonly KeptSpan[]): Promise<void> {
    const outcome = await post(batch).catch(() => 'try-again' as const)
    if (outcome === 'try-again') {
      const again = batch.filter((span) => !tried.has(span)).slice(0, MAX_WAITING - waiting.length)
      for (const span of again) tried.add(span)
      waiting.push(...again)
      metrics.count('spans', batch.length - again.length, 'dropped')
    } else if (outcome === 'refused') metrics.count('spans', batch.length, 'refused')
    else {
      metrics.count('spans', batch.length - outcome.rejected, 'exported')
      metrics.count('spans', outcome.rejected, 'refused')
    }
  }

  function post(batch: readonly KeptSpan[]): Promise<'try-again' | 'refused' | { readonly rejected: number }> {
    return withTimeout(
      timeoutMs,
      async (signal) => {
        const response = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...parts.headers },
          body: encodeSpans(batch, resourceOf(parts.serviceName)),
          signal,
        })
        if (response.ok) return { rejected: Math.min(batch.length, await rejectedIn(response)) }
        await response.body?.cancel()
        return RETRYABLE.includes(response.status) ? 'try-again' : 'refused'
      },
      () => new Error('the collector is late'),
    )
  }

  return {
    begin(headers) {
      const parent = parseTraceparent(headers.get('traceparent'), headers.get('tracestate'))
      const traceId = parent?.traceId ?? newTraceId()
      return {
        context: {
          traceId,
          spanId: newSpanId(),
          sampled: isSampled(sampler, parent, traceId),
          state: parent?.state ?? null,
        },
        parentId: parent?.spanId ?? null,
      }
    },
    keep(context, spans) {
      const room = spans.slice(0, Math.max(0, MAX_WAITING - waiting.length))
      metrics.count('spans', spans.length - room.length, 'dropped')
      waiting.push(...room.map((span) => ({ ...span, context })))
      return plan(parts.everyMs ?? EVERY_MS, flush)
    },
  }
}

const resourceOf = (serviceName: string) => ({
  'service.name': serviceName,
  'service.version': VERSION,
  'service.instance.id': isolateId(),
})

/** Spans that the collector took note of and did not want. */
async function rejectedIn(response: Response): Promise<number> {
  if (Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > MAX_ANSWER_BYTES) {
    await response.body?.cancel()
    return 0
  }
  const answer = (await response.json().catch(() => null)) as { partialSuccess?: { rejectedSpans?: unknown } } | null
  const rejected = Number(answer?.partialSuccess?.rejectedSpans ?? 0)
  return Number.isInteger(rejected) && rejected > 0 ? rejected : 0
}

import { VERSION } from '../../domain/version.ts'
import type { Span } from '../../ports/span-exporter.ts'
import type { Attributes } from '../../runtime/trace.ts'
import type { TraceContext } from '../../runtime/trace-context.ts'

export interface KeptSpan extends Span {
  readonly context: TraceContext
}

/** As the protocol numbers them. */
const KINDS = { internal: 1, server: 2, client: 3 }
const STATUS_ERROR = 2
const FLAG_SAMPLED = 1

/** A request of OTLP/HTTP in its JSON form: ids in hexadecimal, numbers of 64 bits as texts, enumerations as numbers. */
export const encodeSpans = (spans: readonly KeptSpan[], resource: Attributes): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: 'edge-brain', version: VERSION }, spans: spans.map(toSpan) }],
      },
    ],
  })

const toSpan = ({ context, spanId, parentId, name, kind, from, to, failed, attributes }: KeptSpan) => ({
  traceId: context.traceId,
  spanId,
  ...(parentId === null ? {} : { parentSpanId: parentId }),
  ...(context.state === null ? {} : { traceState: context.state }),
  flags: FLAG_SAMPLED,
  name,
  kind: KINDS[kind],
  startTimeUnixNano: toNanoseconds(from),
  endTimeUnixNano: toNanoseconds(Math.max(from, to)),
  attributes: toKeyValues(attributes),
  ...(failed ? { status: { code: STATUS_ERROR } } : {}),
})

/** Microseconds are all that a number of this size tells. */
const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)

const toKeyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

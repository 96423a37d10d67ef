import type { Attributes } from '../runtime/trace.ts'
import type { TraceContext } from '../runtime/trace-context.ts'

/** A span of OpenTelemetry. Times in ms since the epoch, with fractions. */
export interface Span {
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly spanId: string
  readonly parentId: string | null
  readonly from: number
  readonly to: number
  readonly failed: boolean
  /** Names, numbers and codes; never anything that was stored or asked. */
  readonly attributes: Attributes
}

/** What a request is to be recorded as. */
export interface Recording {
  /** Its `spanId` is that of the request itself; not `sampled`: nothing is recorded, and those who are called are told so. */
  readonly context: TraceContext
  /** The caller's span; null: the trace begins here. */
  readonly parentId: string | null
}

/**
 * Takes spans to a collector. Every implementation promises:
 * - It never throws and never makes an answer wait; what it cannot deliver is dropped and counted.
 * - What waits to be sent is bounded.
 */
export interface SpanExporter {
  begin(headers: Headers): Recording
  /** Takes the spans of a trace; what it returns is done after the answer, null: somebody else does it. */
  keep(context: TraceContext, spans: readonly Span[]): Promise<void> | null
}

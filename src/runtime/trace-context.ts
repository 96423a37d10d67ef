/** Which trace a request belongs to, by W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 of them: the span that what follows is part of. */
  readonly spanId: string
  readonly sampled: boolean
  /** What others want to be passed on, as it came; null: nothing. */
  readonly state: string | null
}

/** Longer than the 512 characters that everybody has to pass on, and short enough for a header. */
const MAX_STATE = 1_024

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const isZero = (id: string): boolean => /^0+$/.test(id)

/** The caller's trace, or null where the header is missing or breaks its rules: then the trace begins here. */
export function parseTraceparent(header: string | null, state: string | null): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header?.trim() ?? '') ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff' || isZero(traceId) || isZero(spanId)) return null
  // Later versions may say more; this one may not.
  if (version === '00' && more !== undefined) return null
  const kept = state !== null && state.length <= MAX_STATE && state.trim() !== '' ? state : null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, state: kept }
}

/** As headers of a request to a service outside. */
export function traceHeaders(context: TraceContext | null): Record<string, string> {
  if (!context) return {}
  const { traceId, spanId, sampled, state } = context
  return {
    traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`,
    ...(state === null ? {} : { tracestate: state }),
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const newTraceId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)))
export const newSpanId = (): string => hex(crypto.getRandomValues(new Uint8Array(8)))

/** Which traces are recorded. */
export interface Sampler {
  /** Where the caller has decided, that counts. */
  readonly byParent: boolean
  /** Of those that begin here, or of all; from 0 to 1. */
  readonly ratio: number
}

/** 56 bits of a trace's id are random, and the same for all who see it: services that sample at one ratio choose the same traces. */
export function isSampled({ byParent, ratio }: Sampler, parent: TraceContext | null, traceId: string): boolean {
  if (byParent && parent) return parent.sampled
  // The upper 52 of them: more a number cannot tell apart.
  return Number.parseInt(traceId.slice(-14, -1), 16) >= (1 - ratio) * 2 ** 52
}

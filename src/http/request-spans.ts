import type { Context } from 'hono'
import type { Recording, Span } from '../ports/span-exporter.ts'
import type { Timing } from '../runtime/trace.ts'
import { newSpanId } from '../runtime/trace-context.ts'
import type { AppEnv } from './context.ts'
import { memoryOperation } from './memory-operations.ts'

/** Longer than any request makes; a loop of calls must not fill the memory. */
const MAX_TIMINGS = 200

/** Remembers what the request does, from now on, and makes spans of it at its end. */
export function recordSpans(c: Context<AppEnv>, recording: Recording): () => Promise<Span[]> {
  const trace = c.get('trace')
  const timings: Timing[] = []
  // The trace has a clock of its own.
  const epoch = Date.now() - trace.begunAt - trace.elapsedMs()
  trace.onEnd = (timing) => void (timings.length < MAX_TIMINGS && timings.push(timing))
  return async () => {
    trace.onEnd = null
    const whole = { from: epoch + trace.begunAt, to: epoch + trace.begunAt + trace.elapsedMs() }
    const request = requestSpan(c, recording, whole)
    const memory = await memorySpan(c, request)
    const parent = memory ?? request
    const steps = timings
      .filter(({ store, name }) => store === null && name !== 'llm')
      .map((timing) => ({ timing, span: stepSpan(timing, parent, epoch) }))
    const trips = timings.flatMap((timing) => {
      if (timing.store === null) return []
      const within = steps.find(
        ({ timing: { name, from, to } }) => name === timing.name && from <= timing.from && to >= timing.to,
      )
      return tripSpan(timing, timing.store, within?.span ?? parent, epoch)
    })
    return [request, ...(memory ? [memory] : []), ...steps.map(({ span }) => span), ...trips]
  }
}

/** By the conventions for HTTP, save the path: it may carry an account's name. */
function requestSpan(c: Context<AppEnv>, { context, parentId }: Recording, whole: Pick<Span, 'from' | 'to'>): Span {
  const { method, routePath } = c.req
  const { status } = c.res
  const failed = status >= 500
  return {
    ...whole,
    name: `${method} ${routePath}`,
    kind: 'server',
    spanId: context.spanId,
    parentId,
    failed,
    attributes: {
      'http.request.method': method,
      'http.route': routePath,
      'http.response.status_code': status,
      'url.scheme': new URL(c.req.url).protocol.slice(0, -1),
      'edge_brain.request_id': c.get('requestId'),
      ...(failed ? { 'error.type': String(status) } : {}),
    },
  }
}

async function memorySpan(c: Context<AppEnv>, request: Span): Promise<Span | null> {
  const operation = memoryOperation(c.req.method, c.req.routePath)
  if (operation === null) return null
  const account = c.get('key')?.accountId
  const records = c.get('trace').notes.get('records')
  return {
    ...request,
    name: operation,
    kind: 'internal',
    spanId: newSpanId(),
    parentId: request.spanId,
    attributes: {
      'gen_ai.operation.name': operation,
      ...(account === undefined ? {} : { 'gen_ai.memory.store.id': await hashOf(account) }),
      ...(records === undefined ? {} : { 'gen_ai.memory.record.count': Number(records) }),
      ...(request.failed ? { 'error.type': String(c.res.status) } : {}),
    },
  }
}

const span = ({ from, to, failed }: Timing, parent: Span, epoch: number) => ({
  ...{ from: epoch + from, to: epoch + to, failed, spanId: newSpanId(), parentId: parent.spanId },
})

const stepSpan = (timing: Timing, parent: Span, epoch: number): Span => ({
  ...span(timing, parent, epoch),
  ...{ name: timing.name, kind: 'internal', attributes: timing.about },
})

/** A round trip that no step made is under `other`. */
const nameOf = (store: string, step: string): string => (step === 'other' ? store : `${store} ${step}`)

/** A call to a model is named as the conventions want it, after the model. */
const tripSpan = (timing: Timing, store: string, parent: Span, epoch: number): Span => ({
  ...span(timing, parent, epoch),
  name: store === 'llm' ? `chat ${timing.about['gen_ai.request.model'] ?? ''}`.trim() : nameOf(store, timing.name),
  kind: 'client',
  attributes: store === 'llm' ? timing.about : { 'edge_brain.store': store, ...timing.about },
})

/** Tells accounts apart without naming them. */
async function hashOf(account: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account)))
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { beforeEach, describe, expect, it } from 'vitest'
import { createOtlpSpanExporter } from '../../../src/adapters/otlp/span-exporter.ts'
import type { Span } from '../../../src/ports/span-exporter.ts'
import { metrics, seriesKey } from '../../../src/runtime/metrics.ts'

interface Sent {
  readonly url: string
  readonly headers: Record<string, string>
  readonly spans: Record<string, unknown>[]
}

const span: Span = {
  name: 'recall',
  kind: 'client',
  spanId: '00f067aa0ba902b7',
  parentId: null,
  from: 1_794_813_278_005.25,
  to: 1_794_813_278_006.5,
  failed: true,
  attributes: { text: 'a', whole: 7, part: 0.5, flag: true },
}

function exporterWith(answer: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  const exporter = createOtlpSpanExporter({
    url: 'https://collector.test/v1/traces',
    headers: { 'x-token': 'secret' },
    serviceName: 'mine',
    sampler: { byParent: true, ratio: 1 },
    timeoutMs: 100,
    everyMs: 1,
    fetch: async (url, init) => {
      const body = JSON.parse(String(init?.body))
      sent.push({ url: String(url), headers: init?.headers as never, spans: body.resourceSpans[0].scopeSpans[0].spans })
      return answer()
    },
  })
  const { context } = exporter.begin(new Headers())
  return { exporter, sent, keep: async (count: number) => exporter.keep(context, new Array<Span>(count).fill(span)) }
}

const outcome = (name: string) => metrics.counted().find(({ key }) => key === seriesKey('spans', name))?.values[0] ?? 0

describe('an exporter of spans', () => {
  beforeEach(() => void metrics.take())

  it('sends them as OTLP in JSON', async () => {
    const { sent, keep } = exporterWith(() => Response.json({}))
    await keep(1)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ url: 'https://collector.test/v1/traces', headers: { 'x-token': 'secret' } })
    expect(sent[0]!.spans[0]).toEqual({
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      spanId: '00f067aa0ba902b7',
      flags: 1,
      name: 'recall',
      kind: 3,
      startTimeUnixNano: '1794813278005250000',
      endTimeUnixNano: '1794813278006500000',
      attributes: [
        { key: 'text', value: { stringValue: 'a' } },
        { key: 'whole', value: { intValue: '7' } },
        { key: 'part', value: { doubleValue: 0.5 } },
        { key: 'flag', value: { boolValue: true } },
      ],
      status: { code: 2 },
    })
    expect(outcome('exported')).toBe(1)
  })

  it('sends at most 512 together and lets at most 2,048 wait', async () => {
    const { sent, keep } = exporterWith(() => Response.json({}))
    await keep(5_000)
    expect(sent.map(({ spans }) => spans.length)).toEqual([512, 512, 512, 512])
    expect([outcome('exported'), outcome('dropped')]).toEqual([2_048, 2_952])
  })

  it.each([
    ['answers 503', () => new Response('busy', { status: 503 })],
    ['cannot be reached', () => Promise.reject(new TypeError('connection refused'))],
    ['hangs', () => new Promise<Response>(() => {})],
  ])('tries once more, and never throws, where the collector %s', async (_, answer) => {
    const { sent, keep } = exporterWith(answer)
    await keep(2)
    expect(outcome('dropped')).toBe(0)
    await keep(1)
    expect(sent.map(({ spans }) => spans.length)).toEqual([2, 3])
    expect(outcome('dropped')).toBe(2)
  })

  it('does not repeat what the collector refuses, in whole or in part', async () => {
    const refusing = exporterWith(() => new Response('no', { status: 400 }))
    await refusing.keep(2)
    await refusing.keep(1)
    expect(refusing.sent.map(({ spans }) => spans.length)).toEqual([2, 1])
    expect(outcome('refused')).toBe(3)
    metrics.take()
    const partly = exporterWith(() =>
      Response.json({ partialSuccess: { rejectedSpans: '2' } }, { headers: { 'content-length': '40' } }),
    )
    await partly.keep(5)
    expect([outcome('exported'), outcome('refused')]).toEqual([3, 2])
  })

  it('takes the trace of the caller, and begins one where there is none', () => {
    const { exporter } = exporterWith(() => Response.json({}))
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
    const taken = exporter.begin(new Headers({ traceparent, tracestate: 'a=1' }))
    expect(taken).toMatchObject({
      parentId: '00f067aa0ba902b7',
      context: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', sampled: false, state: 'a=1' },
    })
    expect(taken.context.spanId).not.toBe('00f067aa0ba902b7')
    expect(exporter.begin(new Headers({ traceparent: 'nonsense' }))).toMatchObject({
      parentId: null,
      context: { sampled: true },
    })
  })
})

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As the protocol's JSON form writes them. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly status?: { readonly code?: number }
}

interface ExportRequest {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: OtlpSpan['attributes'] }
    readonly scopeSpans: { readonly scope: { name: string; version: string }; readonly spans: OtlpSpan[] }[]
  }[]
}

/** Takes traces as a collector of OpenTelemetry does over HTTP, and keeps what came. */
export async function startCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; body: ExportRequest }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push({ path: request.url!, headers: request.headers, body: JSON.parse(text) as ExportRequest })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const spans = () =>
    requests.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    answerWith(next: number) {
      status = next
    },
    /** The spans of a trace, once there is one of that name. */
    async traceWith(name: string, traceId?: string): Promise<OtlpSpan[]> {
      for (const end = Date.now() + 20_000; Date.now() < end; ) {
        const found = spans().find((span) => span.name === name && (traceId === undefined || span.traceId === traceId))
        if (found) return spans().filter((span) => span.traceId === found.traceId)
        await new Promise((done) => setTimeout(done, 50))
      }
      throw new Error(`no span ${name}`)
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** Attributes by name, each of the one type that it says it has. */
export function attributesOf({ attributes }: Pick<OtlpSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [type, content] = Object.entries(value)[0]!
      if (type === 'intValue' && typeof content !== 'string') throw new Error(`${key}: 64 bits are sent as a text`)
      return [key, type === 'intValue' ? Number(content) : content]
    }),
  )
}

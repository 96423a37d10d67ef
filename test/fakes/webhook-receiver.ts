interface Received {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

const boxes = new Map<string, { status: number; received: Received[] }>()

/**
 * Stands for the public internet, in Node: each path is a receiver. POST is a delivery; PUT says with which status to answer from now on; GET
 * tells what has come.
 */
export async function receive(request: {
  readonly method: string
  readonly url: string
  readonly headers: Iterable<[string, string]>
  text(): Promise<string>
}): Promise<Response> {
  const { pathname } = new URL(request.url)
  const box = boxes.get(pathname) ?? { status: 200, received: [] }
  boxes.set(pathname, box)
  const body = await request.text()
  if (request.method === 'GET') return Response.json(box.received)
  if (request.method === 'PUT') {
    box.status = Number(body)
    return new Response(null, { status: 204 })
  }
  box.received.push({ url: request.url, headers: Object.fromEntries(request.headers), body })
  return new Response('An answer that nobody reads.', {
    status: box.status,
    headers: box.status === 302 ? { location: 'https://other.example/' } : {},
  })
}

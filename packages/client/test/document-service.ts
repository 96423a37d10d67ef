import { type BrainClient, createClient } from '../src/client.ts'

interface Stored {
  id: string
  text: string
  persona: string
  source: string
  metadata: Record<string, unknown>
  version: number
  state: string
  created_at: number
}

const refuse = (status: number, code: string) => Response.json({ detail: `It is ${code}.`, code }, { status })

/**
 * As much of the service as documents need, in memory: listing by metadata, ingesting, editing by version, deleting, and a retrieval that
 * finds texts by their words. What matters about the real one is that it is so there, too: the same cases run against it.
 */
export function documentService(): { client: BrainClient; stored: Stored[]; asked: string[] } {
  const stored: Stored[] = []
  const asked: string[] = []
  let count = 0

  const matches = ({ metadata, persona }: Stored, wanted: Record<string, unknown>, of: string | null) =>
    Object.entries(wanted).every(([name, value]) => metadata[name] === value) &&
    (of === null || [of, 'shared'].includes(persona))

  const parsed = (text: string): unknown => (/^(?:true|false|null|-?\d+|".*")$/.test(text) ? JSON.parse(text) : text)

  function list(url: URL): Response {
    const wanted = [...url.searchParams].filter(([name]) => name.startsWith('metadata.'))
    const fields = Object.fromEntries(wanted.map(([name, value]) => [name.slice('metadata.'.length), parsed(value)]))
    const limit = Math.min(200, Number(url.searchParams.get('limit') ?? 50))
    const after = Number(url.searchParams.get('cursor') ?? 0)
    const found = stored.filter((one) => matches(one, fields, url.searchParams.get('persona'))).reverse()
    const next = after + limit < found.length ? String(after + limit) : null
    return Response.json({ memories: found.slice(after, after + limit), next_cursor: next })
  }

  function ingest(body: Record<string, never>): Response {
    const { text, persona = 'shared', source = 'user', metadata = {} } = body as never as Stored
    if (text.trim() === '') return Response.json({ msg: 'Nothing to remember: the text is blank.' })
    const id = `m_${String(++count).padStart(6, '0')}`
    stored.push({ id, text, persona, source, metadata, version: 1, state: 'current', created_at: Date.now() / 1000 })
    return Response.json({ memory_id: id, msg: 'Stored.' })
  }

  function edit(id: string, body: Partial<Stored>, ifMatch: string | null): Response {
    const memory = stored.find((one) => one.id === id)
    if (!memory) return refuse(404, 'not_found')
    if (ifMatch !== null && ifMatch !== `"${memory.version}"`) return refuse(412, 'version_mismatch')
    const fields = Object.entries({ ...memory.metadata, ...body.metadata }).filter(([, value]) => value !== null)
    Object.assign(memory, { metadata: Object.fromEntries(fields), version: memory.version + 1 })
    if (body.text) memory.text = body.text
    return Response.json(memory)
  }

  function retrieve(body: {
    query: string
    k?: number
    filter?: { metadata?: Record<string, unknown>; persona?: string }
  }) {
    const words = body.query.toLowerCase().split(/\W+/)
    const found = stored.filter((one) => matches(one, body.filter?.metadata ?? {}, body.filter?.persona ?? null))
    const scored = found
      .map((one) => ({
        one,
        score:
          one.text
            .toLowerCase()
            .split(/\W+/)
            .filter((word) => words.includes(word)).length / 10,
      }))
      .sort((a, b) => b.score - a.score)
    const facts = scored.slice(0, body.k ?? 5).map(({ one, score }) => ({ memory_id: one.id, fact: one.text, score }))
    return Response.json({ context: '', facts })
  }

  const fetch = (async (input: string, { method, headers, body }: RequestInit) => {
    const url = new URL(input)
    asked.push(`${method} ${url.pathname}`)
    const json = body ? JSON.parse(body as string) : {}
    const id = url.pathname.split('/')[3] ?? ''
    if (method === 'GET' && id === '') return list(url)
    if (url.pathname === '/brain/ingest') return ingest(json)
    if (url.pathname === '/brain/retrieve') return retrieve(json)
    if (method === 'PATCH') return edit(id, json, new Headers(headers).get('if-match'))
    const at = stored.findIndex((one) => one.id === id)
    if (at < 0) return refuse(404, 'not_found')
    const [memory] = method === 'DELETE' ? stored.splice(at, 1) : [stored[at]]
    return Response.json(method === 'DELETE' ? { receipt_id: 'r_1' } : { ...memory, facts: [], chunks: [] })
  }) as typeof globalThis.fetch
  return { client: createClient({ url: 'http://brain.test', fetch }), stored, asked }
}

import { describe, expect, it } from 'vitest'
import { createOpenAiCompatibleEmbedder } from '../../../src/adapters/openai-compatible/embedder.ts'
import { createGuard, newBreaker } from '../../../src/runtime/guard.ts'

interface Seen {
  url: string
  headers: Record<string, string>
  body: { model: string; input: string[] }
}

function setUp(answer: (seen: Seen) => Response, dimensions = 3) {
  const seen: Seen[] = []
  const embedder = createOpenAiCompatibleEmbedder({
    baseUrl: 'https://embeddings.test/v1/',
    model: 'small',
    apiKey: 'secret',
    dimensions,
    guard: createGuard({ store: 'embeddings', timeoutMs: 1000, breaker: newBreaker(), pause: async () => {} }),
    fetch: (async (url: string, init: RequestInit) => {
      const call = { url, headers: init.headers as Record<string, string>, body: JSON.parse(String(init.body)) }
      seen.push(call)
      return answer(call)
    }) as unknown as typeof fetch,
  })
  return { embedder, seen }
}

const embeddings = ({ body }: Seen) =>
  Response.json({
    object: 'list',
    // The order of the reply is not promised; its numbers are.
    data: body.input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 0, 3] })).reverse(),
    model: body.model,
    usage: { prompt_tokens: 8, total_tokens: 8 },
  })

describe('an OpenAI-compatible embedder', () => {
  it('tells the service which trace a call is part of, where it is told itself', async () => {
    const { embedder, seen } = setUp(embeddings)
    const traced = embedder.within!(() => ({ traceparent: '00-a-b-01' }))
    await traced.load()
    await embedder.embed(['x'], 'query')
    expect(seen.map(({ headers }) => headers.traceparent)).toEqual(['00-a-b-01', undefined])
    expect([traced.id, traced.loaded, embedder.loaded]).toEqual([embedder.id, true, true])
  })

  it('returns one unit vector a text, in the order of the texts', async () => {
    const { embedder, seen } = setUp(embeddings)
    const vectors = await embedder.embed(['four', 'x'], 'passage')
    expect([...vectors[0]!].map((value) => Math.round(value * 100) / 100)).toEqual([0.8, 0, 0.6])
    expect(vectors[1]![0]).toBeCloseTo(1 / Math.sqrt(10))
    expect(seen[0]).toMatchObject({
      url: 'https://embeddings.test/v1/embeddings',
      headers: { authorization: 'Bearer secret' },
    })
  })

  it('is loaded once a call has shown that everything fits', async () => {
    const { embedder } = setUp(embeddings)
    expect(embedder.loaded).toBe(false)
    await embedder.load()
    expect(embedder.loaded).toBe(true)
  })

  it('names a wrong key, a wrong model and wrong dimensions', async () => {
    const refused = (status: number) => setUp(() => new Response('{}', { status })).embedder.load()
    await expect(refused(401)).rejects.toThrow(/EMBEDDINGS_API_KEY/)
    await expect(refused(404)).rejects.toThrow(/EMBEDDINGS_MODEL/)
    await expect(setUp(embeddings, 4).embedder.load()).rejects.toThrow(
      /makes 3 dimensions, and EMBEDDINGS_DIMENSIONS says 4/,
    )
  })

  it('tries once more after a failure, and never returns a vector of zeros', async () => {
    let n = 0
    const { embedder } = setUp((seen) => (n++ === 0 ? new Response('busy', { status: 500 }) : embeddings(seen)))
    expect(await embedder.embed(['text'], 'query')).toHaveLength(1)
    const zeros = () => Response.json({ data: [{ index: 0, embedding: [0, 0, 0] }] })
    await expect(setUp(zeros).embedder.embed(['text'], 'query')).rejects.toThrow(/embeddings: /)
  })

  it('sends many texts in batches and nothing empty', async () => {
    const { embedder, seen } = setUp(embeddings)
    expect(
      await embedder.embed(
        Array.from({ length: 130 }, () => ''),
        'passage',
      ),
    ).toHaveLength(130)
    expect(seen.map(({ body }) => body.input.length)).toEqual([64, 64, 2])
    expect(seen[0]!.body.input[0]).toBe(' ')
  })

  it('does not read an answer without end, nor send half a character', async () => {
    const endless = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1 << 20).fill(32)) }))
    await expect(setUp(endless).embedder.embed(['text'], 'query')).rejects.toThrow(/embeddings: /)
    const { embedder, seen } = setUp(embeddings)
    await embedder.embed([`x${'😀'.repeat(10_000)}`], 'passage')
    expect(seen[0]!.body.input[0]!.isWellFormed()).toBe(true)
  })
})

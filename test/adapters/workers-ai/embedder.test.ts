import { describe, expect, it } from 'vitest'
import { createWorkersAiEmbedder } from '../../../src/adapters/workers-ai/embedder.ts'
import { createGuard, newBreaker } from '../../../src/runtime/guard.ts'

/** Answers as Workers AI documents it: `shape` and `data`, and `pooling` beside them. */
function setUp(make: (text: string) => number[] = (text) => [text.length, 0, 3], dimensions = 3) {
  const seen: { model: string; text: string[] }[] = []
  const embedder = createWorkersAiEmbedder({
    ai: {
      async run(model, inputs) {
        const text = inputs.text as string[]
        seen.push({ model, text })
        return { shape: [text.length, dimensions], data: text.map(make), pooling: 'mean' }
      },
    },
    model: '@cf/baai/bge-small-en-v1.5',
    dimensions,
    guard: createGuard({ store: 'embeddings', timeoutMs: 1000, breaker: newBreaker(), pause: async () => {} }),
  })
  return { embedder, seen }
}

describe('the Workers AI embedder', () => {
  it('returns one unit vector a text, in order', async () => {
    const { embedder } = setUp()
    const vectors = await embedder.embed(['four', 'x'], 'passage')
    expect([...vectors[0]!].map((value) => Math.round(value * 100) / 100)).toEqual([0.8, 0, 0.6])
    expect(vectors).toHaveLength(2)
  })

  it('puts before a query what the model was trained with, and nothing before a passage', async () => {
    const { embedder, seen } = setUp()
    await embedder.embed(['text'], 'query')
    await embedder.embed(['text'], 'passage')
    expect(seen.map(({ text }) => text[0]!.endsWith('text') && text[0]!.length > 4)).toEqual([true, false])
  })

  it('sends at most a hundred texts at a time', async () => {
    const { embedder, seen } = setUp()
    expect(
      await embedder.embed(
        Array.from({ length: 150 }, () => 'a'),
        'passage',
      ),
    ).toHaveLength(150)
    expect(seen.map(({ text }) => text.length)).toEqual([100, 50])
  })

  it('names wrong dimensions and takes no vector of zeros', async () => {
    await expect(setUp(() => [1, 2]).embedder.embed(['a'], 'passage')).rejects.toThrow(/makes 2 dimensions/)
    await expect(setUp(() => [0, 0, 0]).embedder.embed(['a'], 'passage')).rejects.toThrow(/embeddings: /)
  })
})

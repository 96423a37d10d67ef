import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder, runToEnd, type StartedService } from '../e2e/service.ts'
import { call, start, stopAll } from './services.ts'

/** Of another length, too: nothing of the first can be compared with anything of the second. */
const DIMENSIONS = { first: 16, second: 24 } as const
type Model = keyof typeof DIMENSIONS
let embeddings: Server
let base: string
/** How often each model was asked for a text. */
const asked = new Map<string, number>()

/** Words thrown into so many buckets, in another order for every model: nobody could take one model's vector for another's. */
function embed(model: Model, text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS[model] }, () => 0.01)
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const at = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, model.length)
    vector[at % vector.length]! += 1
  }
  return vector
}

beforeAll(async () => {
  embeddings = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { model, input } = JSON.parse(text) as { model: Model; input: string[] }
    asked.set(model, (asked.get(model) ?? 0) + input.length)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: input.map((one, index) => ({ index, embedding: embed(model, one) })) }))
  })
  await new Promise<void>((done) => embeddings.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(embeddings.address() as AddressInfo).port}/v1`
})

afterAll(async () => {
  await stopAll()
  embeddings.close()
})

const using = (model: Model, prefix = 'EMBEDDINGS') => ({
  [prefix === 'EMBEDDINGS' ? 'EMBEDDER' : 'EMBEDDER_NEXT']: 'openai',
  [`${prefix}_BASE_URL`]: base,
  [`${prefix}_MODEL`]: model,
  [`${prefix}_DIMENSIONS`]: String(DIMENSIONS[model]),
})

const TEXTS = ['I live in Vienna.', 'My sister Emma works at Alto.', 'The gate code is 4417.', 'I like opera.']
const where = (service: StartedService) => call(service, 'retrieve', { query: 'Do I live in Vienna?', k: 3 })

describe('another embedder', () => {
  it('is refused with a sentence that names both, and taken over after one command, while the service answers', async () => {
    const folder = newFolder()
    const before = await start(folder, using('first'))
    for (const text of TEXTS) expect((await call(before, 'ingest', { text })).status).toBe(200)
    await before.stop()

    const changed = await start(folder, using('second'))
    const refused = await where(changed)
    expect([refused.status, refused.body.detail]).toEqual([503, expect.stringMatching(/openai:first.*openai:second/)])
    await changed.stop()

    const both = await start(folder, { ...using('first'), ...using('second', 'EMBEDDINGS_NEXT') })
    expect((await where(both)).body.facts[0].fact).toMatch(/Vienna/)
    const asked1 = asked.get('second')
    const done = await runToEnd('scripts/brain/brain.ts', ['reembed', 'local', '--json', '--state', folder])
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { embedder: 'openai:second' }])
    expect(done.stderr).toMatch(/0 left/)
    expect(asked.get('second')).toBeGreaterThan(asked1 ?? 0)
    expect((await where(both)).body.facts[0].fact).toMatch(/Vienna/)
    // Called again it finds nothing to do.
    const again = await runToEnd('scripts/brain/brain.ts', ['reembed', 'local', '--json', '--state', folder])
    expect(JSON.parse(again.stdout).embedded).toBe(0)
    await both.stop()

    const after = await start(folder, using('second'))
    const found = await where(after)
    expect([found.status, found.body.facts[0].fact]).toEqual([200, expect.stringMatching(/Vienna/)])
    expect((await call(after, 'ingest', { text: TEXTS[2] })).body.duplicate_of).not.toBeNull()
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder, runToEnd, type StartedService, startService } from '../e2e/service.ts'

const running: StartedService[] = []

async function start(env: Record<string, string>) {
  const service = await startService({ env })
  running.push(service)
  const health = (await (await fetch(`${service.url}/brain/health`)).json()) as Record<string, string>
  return { health, output: service.output() }
}

afterAll(async () => void (await Promise.all(running.map((service) => service.stop()))))

describe('a configuration that is wrong', () => {
  it('does not start without an address, and says which', async () => {
    const missing = async (env: Record<string, string>) =>
      (await runToEnd('scripts/start/start.ts', ['--port', '0', '--state', newFolder()], env)).stderr
    expect(await missing({ QDRANT_URL: '', NEO4J_PASSWORD: '' })).toContain(
      'MEMORY_STORE is cloud, which needs QDRANT_URL and NEO4J_PASSWORD too',
    )
    expect(await missing({ UPSTASH_REDIS_REST_TOKEN: '' })).toContain(
      'WORKING_MEMORY and ENTITY_CACHE are upstash, which needs UPSTASH_REDIS_REST_TOKEN too',
    )
    expect(await missing({ NEO4J_URI: 'http://localhost:7474' })).toContain('NEO4J_URI: must begin with neo4j://')
    expect(await missing({ EMBEDDER: 'openai' })).toContain('EMBEDDINGS_DIMENSIONS')
  })

  it('is named at the start and in health where a key is wrong or nobody answers', async () => {
    const wrongKeys = await start({
      QDRANT_API_KEY: 'wrong',
      NEO4J_PASSWORD: 'wrong',
      UPSTASH_REDIS_REST_TOKEN: 'wrong',
    })
    expect(wrongKeys.health).toMatchObject({
      ready: false,
      qdrant: expect.stringContaining('QDRANT_API_KEY'),
      neo4j: expect.stringContaining('NEO4J_PASSWORD'),
      redis: expect.stringContaining('UPSTASH_REDIS_REST_TOKEN'),
    })
    expect(wrongKeys.output).toContain('QDRANT_API_KEY')
    const nobody = await start({ QDRANT_URL: 'http://127.0.0.1:9', NEO4J_URI: 'bolt://127.0.0.1:9' })
    expect(nobody.health).toMatchObject({
      ready: false,
      qdrant: 'error: qdrant: it cannot be reached',
      neo4j: 'error: neo4j: it cannot be reached',
      redis: 'connected',
    })
  })

  it('is named where the embedding service makes other dimensions than it should', async () => {
    const embeddings = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0, 0] }] }))
      })
    })
    await new Promise<void>((done) => embeddings.listen(0, '127.0.0.1', done))
    const { port } = embeddings.address() as AddressInfo
    const { health } = await start({
      EMBEDDER: 'openai',
      EMBEDDINGS_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDINGS_MODEL: 'tiny',
      EMBEDDINGS_DIMENSIONS: '8',
    })
    embeddings.close()
    expect(health).toMatchObject({
      ready: false,
      models_loaded: false,
      models_error: expect.stringContaining('makes 3 dimensions'),
    })
  })
})

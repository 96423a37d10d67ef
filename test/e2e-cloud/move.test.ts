import { afterAll, describe, expect, it } from 'vitest'
import { newFolder, runToEnd, type StartedService, startService } from '../e2e/service.ts'

const stores = JSON.parse(process.env.E2E_SERVICE_ENV!) as Record<string, string>
const EMBEDDED = { MEMORY_STORE: 'embedded', WORKING_MEMORY: 'embedded' }
const running: StartedService[] = []

async function start(folder: string, env: Record<string, string>): Promise<StartedService> {
  const service = await startService({ folder, env })
  running.push(service)
  return service
}

async function call(service: StartedService, path: string, body: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.key() },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  return (await response.json()) as any
}

const facts = async (service: StartedService, query: string) =>
  (await call(service, '/brain/retrieve', { query, k: 5 })).facts as {
    fact: string
    access_count: number
    created_at: number
  }[]

afterAll(async () => void (await Promise.all(running.map((service) => service.stop()))))

describe('an account that outgrew the embedded store', () => {
  it('is moved to the cloud stores by one command, keeps key and past, and is verified by counts', async () => {
    const folder = newFolder()
    const before = await start(folder, EMBEDDED)
    for (const text of [
      'I live in Vienna.',
      'My sister Emma works at Alto.',
      'The gate code is 4417.',
      'I like opera.',
    ])
      await call(before, '/brain/ingest', { text, session_id: 's' })
    const [asked] = await facts(before, 'Where do I live?')
    const stats = await call(before, '/brain/stats', { user_id: 'u' })
    await before.stop()

    const after = await start(folder, { ...stores, MEMORY_STORE: 'cloud' })
    expect(await facts(after, 'Where do I live?')).toEqual([])
    for (const time of ['the first', 'the second']) {
      const moved = await runToEnd('scripts/brain/brain.ts', ['move', 'local', '--json', '--state', folder])
      expect([time, moved.code, moved.stderr.includes('4 moved')]).toEqual([time, 0, true])
      expect(JSON.parse(moved.stdout)).toMatchObject({
        same: true,
        counts: { from: stats.namespace && expect.anything() },
      })
    }
    expect((await call(after, '/brain/stats', { user_id: 'u' })).namespace).toEqual(stats.namespace)
    const [found] = await facts(after, 'Where do I live?')
    expect(found).toMatchObject({ fact: asked!.fact, created_at: asked!.created_at, access_count: 1 })
    expect((await call(after, '/brain/ingest', { text: 'The gate code is 4417!' })).duplicate_of).not.toBeNull()
  })

  it('is told that there is nowhere to move while the store is embedded', async () => {
    const service = await start(newFolder(), EMBEDDED)
    const moved = await runToEnd('scripts/brain/brain.ts', ['move', 'local', '--state', service.folder])
    expect([moved.code, moved.stderr]).toEqual([1, expect.stringContaining('MEMORY_STORE is embedded')])
  })
})

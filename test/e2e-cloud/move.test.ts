import { afterAll, describe, expect, it } from 'vitest'
import { newFolder, runToEnd, type StartedService } from '../e2e/service.ts'
import { call, start, stopAll } from './services.ts'

const stores = JSON.parse(process.env.E2E_SERVICE_ENV!) as Record<string, string>
const EMBEDDED = { MEMORY_STORE: 'embedded', WORKING_MEMORY: 'embedded' }

const facts = async (service: StartedService, query: string) =>
  (await call(service, 'retrieve', { query, k: 5 })).body.facts as {
    fact: string
    access_count: number
    created_at: number
  }[]

afterAll(async () => void (await stopAll()))

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
      await call(before, 'ingest', { text, session_id: 's' })
    const [asked] = await facts(before, 'Where do I live?')
    const { body: stats } = await call(before, 'stats', { user_id: 'u' })
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
    expect((await call(after, 'stats', { user_id: 'u' })).body.namespace).toEqual(stats.namespace)
    const [found] = await facts(after, 'Where do I live?')
    expect(found).toMatchObject({ fact: asked!.fact, created_at: asked!.created_at, access_count: 1 })
    expect((await call(after, 'ingest', { text: 'The gate code is 4417!' })).body.duplicate_of).not.toBeNull()
  })

  it('is told that there is nowhere to move while the store is embedded', async () => {
    const service = await start(newFolder(), EMBEDDED)
    const moved = await runToEnd('scripts/brain/brain.ts', ['move', 'local', '--state', service.folder])
    expect([moved.code, moved.stderr]).toEqual([1, expect.stringContaining('MEMORY_STORE is embedded')])
  })
})

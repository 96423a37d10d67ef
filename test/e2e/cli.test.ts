import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../scripts/brain/layout.ts'
import { withKey } from './calls.ts'
import { newFolder, runToEnd, type StartedService, startService } from './service.ts'

let service: StartedService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const brain = (...args: string[]) => runToEnd('scripts/brain/brain.ts', ['--state', service.folder, ...args])

async function json(...args: string[]) {
  const { code, stdout, stderr } = await brain(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('keys create', () => {
  it('prints one JSON object with a key that works, on an account of its own', async () => {
    const [one, other] = [
      await json('keys', 'create', '--plan', 'starter'),
      await json('keys', 'create', '--plan', 'starter'),
    ]
    expect(one).toMatchObject({
      key: expect.stringMatching(/^brain_/),
      key_id: expect.stringMatching(/^key_/),
      account: expect.any(String),
      plan: 'starter',
    })
    expect(other.account).not.toBe(one.account)
    expect((await withKey(service, one.key)('stats', { user_id: 'x' })).headers.get('ratelimit-limit')).toBe('60')
  })

  it('creates the named account once and gives it further keys', async () => {
    const first = await json('keys', 'create', '--plan', 'pro', '--account', 'acme')
    const second = await json('keys', 'create', '--plan', 'pro', '--account', 'acme')
    expect(second.account).toBe(first.account)
    expect(second.key).not.toBe(first.key)
    expect((await json('keys', 'list', '--account', 'acme')).keys).toHaveLength(2)
    expect(await brain('keys', 'create', '--plan', 'free', '--account', 'acme')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('accounts change acme --plan free'),
    })
  })
})

describe('the operator', () => {
  it('creates, shows, lists, changes and deletes accounts', async () => {
    const created = await json('accounts', 'create', 'globex', '--plan', 'free', '--region', 'apac')
    expect(created).toMatchObject({ name: 'globex', plan: 'free', region: 'apac' })
    expect((await json('accounts', 'change', 'globex', '--plan', 'scale')).plan).toBe('scale')
    expect(await json('accounts', 'show', created.account)).toMatchObject({ name: 'globex', plan: 'scale' })
    const names = (await json('accounts', 'list')).accounts.map((account: { name: string }) => account.name)
    expect(names).toEqual(expect.arrayContaining(['globex', 'local']))
    expect(await brain('accounts', 'delete', 'globex')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--yes'),
    })
    expect((await brain('accounts', 'delete', 'globex', '--yes')).code).toBe(0)
    expect((await brain('accounts', 'show', 'globex')).code).toBe(1)
  })

  it('limits a key to scopes and binds it to personas', async () => {
    const created = ['keys', 'create', '--plan', 'pro', '--account', 'umbrella']
    const limited = await json(...created, '--scopes', 'read, write', '--personas', 'ann,shared')
    expect(limited).toMatchObject({ scopes: ['read', 'write'], personas: ['ann', 'shared'] })
    expect((await withKey(service, limited.key)('prune', {})).status).toBe(403)
    const { stdout } = await brain('keys', 'list', '--account', 'umbrella')
    expect(stdout).toMatch(/read,write\s+ann,shared/)
    expect((await brain(...created, '--scopes', 'everything')).code).toBe(1)
  })

  it('rotates and revokes keys and reads usage', async () => {
    const { key, key_id } = await json('keys', 'create', '--plan', 'pro', '--account', 'initech')
    await withKey(service, key)('ingest', { text: 'The printer is on fire.' })
    expect(await json('usage', 'initech')).toMatchObject({ ops_used: 5, ops_budget: 1_000_000 })
    expect(await json('usage', '--mine')).toMatchObject({
      operations: { limit: null },
      memory: { chunks: expect.any(Number) },
    })
    expect(await json('lifecycle')).toMatchObject({ strength: { chunks: expect.any(Array) } })
    expect(await json('profile')).toMatchObject({ entity: { name: 'user' } })
    const rotated = await json('keys', 'rotate', key_id, '--account', 'initech', '--grace', '60')
    expect(rotated.key).not.toBe(key)
    expect((await brain('keys', 'revoke', key_id, '--account', 'initech')).code).toBe(0)
    expect((await withKey(service, key)('stats', { user_id: 'x' })).status).toBe(401)
  })
})

describe('a migration', () => {
  it.each([[['accounts', 'migrate', 'local']], [['move', 'local']]])(
    'is called by its name of today and of before: %j',
    async (args) => {
      expect(await brain(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('MEMORY_STORE is embedded'),
      })
    },
  )
})

describe('a user', () => {
  it('remembers and asks with the key that is kept', async () => {
    expect((await brain('ingest', 'Quentin breeds alpacas.')).code).toBe(0)
    expect((await brain('retrieve', 'What does Quentin breed?')).stdout).toContain('alpacas')
    expect((await json('stats')).episodic_count).toBe(1)
    expect((await json('health')).ready).toBe(true)
  })

  it('lists, shows and draws what was told, and finds it by what was said with it', async () => {
    await json('ingest', 'Ludmila lives in Brno.')
    await json('ingest', 'Ludmila lives in Olomouc.')
    const { memories } = await json('memories', 'list', '--words', 'ludmila')
    expect(memories.map(({ text }: { text: string }) => text)).toEqual([
      'Ludmila lives in Olomouc.',
      'Ludmila lives in Brno.',
    ])
    expect((await json('memories', 'list', '--which', 'superseded')).memories).toHaveLength(1)
    expect(await json('memories', 'show', memories[0].id)).toMatchObject({ text: 'Ludmila lives in Olomouc.' })
    expect((await json('facts', '--entity', 'Ludmila', '--which', 'current')).facts).toHaveLength(1)
    expect((await json('graph', 'Ludmila')).edges).toHaveLength(2)
    expect((await brain('memories', 'list', '--limit', '1')).stdout).toContain('There are more: --cursor ')
    expect((await json('retrieve', 'Where is she?', '--entity', 'Ludmila', '--min-score', '0')).facts).not.toEqual([])
  })

  it('edits, invalidates, restores and erases a memory, and sees what it was', async () => {
    const { memory_id: id } = await json('ingest', 'Radomir lives in Zlin.', '--metadata', 'town=1,draft=true')
    const edited = ['memories', 'edit', id, 'Radomir lives in Pilsen.', '--metadata', 'draft=null', '--if-version', '1']
    expect(await json(...edited)).toMatchObject({ version: 2, metadata: { town: 1 } })
    expect(await brain(...edited)).toMatchObject({ code: 1, stderr: expect.stringContaining('(412)') })
    expect(await json('memories', 'edit', id, '--occurred-at', '2026-01-02')).toMatchObject({ occurred_at: 1767312000 })
    expect((await brain('memories', 'history', id)).stdout).toMatch(/at version 3[\s\S]*Radomir lives in Zlin/)
    expect((await brain('memories', 'invalidate', id, '--reason', 'hearsay')).stdout).toContain('is invalidated')
    expect((await json('memories', 'list', '--which', 'invalidated')).memories).toMatchObject([{ id }])
    expect(await brain('memories', 'invalidate', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(409)'),
    })
    expect((await json('memories', 'restore', id)).state).toBe('current')
    expect(await json('memories', 'restore', id, '--version', '1')).toMatchObject({ text: 'Radomir lives in Zlin.' })
    expect((await json('memories', 'history', id)).changes).toMatchObject([
      { state: 'restored' },
      { reason: 'hearsay' },
    ])
    expect(await brain('memories', 'delete', id)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('--yes') },
    })
    const receipt = await json('memories', 'delete', id, '--yes')
    expect(receipt).toMatchObject({ scope: { ids: [id] }, erased: { memories: 1, versions: 3 }, remaining: 0 })
    expect(await brain('memories', 'show', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('(404)') })
    expect((await brain('receipts')).stdout).toContain(receipt.receipt_id)
  })

  it('forgets a scope, after counting it', async () => {
    for (const n of [1, 2]) await json('ingest', `Barge ${n} is moored.`, '--session', 'harbour')
    expect((await brain('forget', '--session', 'harbour', '--dry-run')).stdout).toBe('2 memories would be erased.\n')
    expect(await brain('forget', '--session', 'harbour')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringMatching(/^This erases 2 memories for good\. .*--yes/) },
    })
    expect((await json('memories', 'list', '--session', 'harbour')).memories).toHaveLength(2)
    expect(await json('forget', '--session', 'harbour', '--yes')).toMatchObject({ erased: { memories: 2 } })
    expect((await json('memories', 'list', '--session', 'harbour')).memories).toEqual([])
    expect(await brain('forget', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('at least one') })
    expect((await json('receipts', '--limit', '1')).receipts).toHaveLength(1)
  })

  it('undoes a merge of two names', async () => {
    for (const text of ['Maria Lopez lives in Sevilla.', 'Maria works at Nordwind.']) await brain('ingest', text)
    expect(await json('entities', 'unmerge', 'Maria Lopez', 'Maria')).toEqual({ facts_moved: 1 })
    expect(await brain('entities', 'separate', 'Maria Lopez', 'Maria')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no other name'),
    })
  })

  it('reaches another service by the environment, which never gets what belongs to the local one', async () => {
    const elsewhere = { BRAIN_URL: service.url }
    const anonymous = await runToEnd('scripts/brain/brain.ts', ['--state', service.folder, 'stats'], elsewhere)
    expect(anonymous).toMatchObject({ code: 1, stderr: expect.stringContaining('BRAIN_API_KEY') })
    const known = await runToEnd('scripts/brain/brain.ts', ['stats'], { ...elsewhere, BRAIN_API_KEY: service.key() })
    expect(known.code).toBe(0)
  })
})

describe('a table', () => {
  it('has no line that is longer than the terminal is wide', () => {
    const rows = [
      { id: 'm_00000001fkr1', text: 'The quick brown fox jumps over the lazy dog.' },
      { id: 'm_2', text: 'Short.' },
    ]
    expect(table(rows, ['id', 'text'], '', 30).split('\n')).toEqual([
      ...['id              text', 'm_00000001fkr1  The quick bro…', 'm_2             Short.'],
    ])
    expect(table(rows, ['id', 'text'], '')).toContain('lazy dog.')
  })
})

describe('one clear sentence', () => {
  it.each([
    [2, ['frobnicate']],
    [2, ['keys', 'create']],
    [2, ['keys', 'create', '--plan', 'gold']],
    [2, ['accounts', 'show']],
    [2, ['keys', 'list', '--colour']],
    [1, ['accounts', 'show', 'nobody']],
    [1, ['keys', 'revoke', 'key_none']],
    [1, ['--state', '/nowhere', 'stats']],
  ])('and exit %i for %j', async (code, args) => {
    expect(await brain(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
  })

  it('--help at every level', async () => {
    for (const args of [['--help'], ['keys', '--help'], ['keys', 'create', '--help'], ['usage', '--help']]) {
      const { code, stdout } = await brain(...args)
      expect([code, stdout.includes('--json')]).toEqual([0, true])
    }
  })
})

describe('doctor', () => {
  interface Found {
    readonly ok: boolean
    readonly findings: {
      readonly check: string
      readonly state: string
      readonly found: string
      readonly todo?: string
    }[]
  }
  const doctor = (folder: string, env: Record<string, string> = {}) =>
    runToEnd('scripts/brain/brain.ts', ['doctor', '--state', folder, '--json'], env)
  const stateOf = (stdout: string, check: string) =>
    (JSON.parse(stdout) as Found).findings.find((finding) => finding.check === check)

  it('looks at everything of a service that runs, a line each', async () => {
    const { code, stdout, stderr } = await brain('doctor')
    expect([code, stderr]).toEqual([0, ''])
    for (const check of ['versions', 'workerd', 'models', 'files', 'clock', 'state folder', 'lock', 'free space'])
      expect(stdout).toMatch(new RegExp(`^(ok|warn)  +${check} `, 'm'))
    for (const check of ['vaults', 'configuration', 'service', 'stores', 'models in use'])
      expect(stdout).toMatch(new RegExp(`^ok  +${check} `, 'm'))
    expect(stdout).toContain(service.url)
    expect(JSON.parse((await brain('doctor', '--json')).stdout)).toMatchObject({ ok: true })
  })

  it('works where no service runs, and before there ever was one', async () => {
    const { code, stdout } = await doctor(join(newFolder(), 'none'))
    expect(code).toBe(0)
    expect(stateOf(stdout, 'state folder')).toMatchObject({ state: 'warn', todo: expect.stringContaining('npm start') })
    expect(stateOf((await doctor(newFolder())).stdout, 'lock')).toMatchObject({ state: 'ok' })
  })

  it('ends with 1 where something fails, and says what to do', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'key-secret'), 'a secret')
    chmodSync(join(folder, 'key-secret'), 0o644)
    mkdirSync(join(folder, 'storage/edge-brain-Vault'), { recursive: true })
    writeFileSync(join(folder, `storage/edge-brain-Vault/${'0'.repeat(64)}.sqlite`), 'no vault at all'.repeat(1000))
    const { code, stdout } = await doctor(folder, { DECAY_HALF_LIFE_DAYS: 'soon' })
    expect(code).toBe(1)
    for (const check of ['secrets', 'vaults', 'configuration'])
      expect(stateOf(stdout, check)).toMatchObject({ state: 'fail', todo: expect.any(String) })
    const outside = {
      UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9',
      UPSTASH_REDIS_REST_TOKEN: 'x',
      WORKING_MEMORY: 'upstash',
    }
    expect(stateOf((await doctor(newFolder(), outside)).stdout, 'redis')).toMatchObject({ state: 'fail' })
  })

  it('asks only the service where that is elsewhere', async () => {
    const { code, stdout } = await doctor(newFolder(), { BRAIN_URL: service.url })
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as Found).findings.map(({ check }) => check)).toEqual([
      'service',
      'stores',
      'models in use',
    ])
    expect((await doctor(newFolder(), { BRAIN_URL: 'http://127.0.0.1:9' })).code).toBe(1)
  })
})

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asOperator, call, newKey, withKey } from './calls.ts'
import { newFolder, runToEnd, startService } from './service.ts'

const START = 'scripts/start/start.ts'

async function started(options: Parameters<typeof startService>[0] = {}) {
  const service = await startService(options)
  onTestFinished(async () => void (await service.stop('SIGTERM')))
  return service
}

const isRunning = (pid: number) => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return false
  }
}

async function until(condition: () => boolean, ms = 10_000): Promise<void> {
  for (const deadline = Date.now() + ms; !condition(); ) {
    if (Date.now() > deadline) throw new Error('it did not come about')
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('the first start', () => {
  it('prints the address, a key that works, two calls to try and where the reference is, within 5 seconds', async () => {
    const begun = performance.now()
    const service = await started()
    // Others may be at work on this machine; the promise is for one that is free.
    const crowd = Math.max(1, loadavg()[0]! / availableParallelism())
    expect(performance.now() - begun).toBeLessThan(5000 * crowd)
    const key = service.key()
    expect(key).toMatch(/^brain_[0-9A-Za-z]{32}$/)
    expect(service.output()).toContain(key)
    expect(service.output()).toContain(`${service.url}/docs`)
    const curls = service.output().match(/curl -s .+/g)
    expect(curls).toHaveLength(2)
    const [stored, found] = curls!.map((line) => JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' })))
    expect(stored.episodic_chunks).toBe(1)
    expect(found).toHaveProperty('facts')
    const usage = await call(`${service.url}/admin/accounts/local`, 'GET', undefined, {
      authorization: `Bearer ${service.token()}`,
    })
    expect(usage.body.plan).toBe('enterprise')
  })

  it('keeps its secrets for the user alone', async () => {
    const service = await started()
    for (const name of ['key', 'admin-token', 'key-secret'])
      expect(statSync(join(service.folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(service.folder).mode & 0o777).toBe(0o700)
  })

  it('leaves a folder that was there the rights it had, and keeps what it writes there for the user alone', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const service = await started({ folder })
    await withKey(service, service.key())('ingest', { text: 'The cellar is damp.' })
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    const vaults = join(folder, 'storage/edge-brain-Vault')
    for (const name of readdirSync(vaults)) expect(statSync(join(vaults, name)).mode & 0o077, name).toBe(0)
  })

  it('makes a folder that was not there for the user alone', async () => {
    const service = await started({ folder: join(newFolder(), 'new/state') })
    expect(statSync(service.folder).mode & 0o777).toBe(0o700)
  })
})

describe('later starts', () => {
  it('keep what was remembered and the key, and say where it is', async () => {
    const first = await started()
    const key = first.key()
    await withKey(first, key)('ingest', { text: 'Emma works at Nordwind in Lyon.' })
    const before = (await withKey(first, key)('stats', { user_id: 'x' })).body
    expect(before.episodic_count).toBe(1)
    expect(await first.stop()).toBe(0)

    const second = await started({ folder: first.folder })
    expect(second.key()).toBe(key)
    expect(second.output()).not.toContain(key)
    expect(second.output()).toContain(join(first.folder, 'key'))
    expect((await withKey(second, key)('stats', { user_id: 'x' })).body).toEqual(before)
  })

  it('say so when the kept key is not valid any more', async () => {
    const first = await started()
    await first.stop()
    const second = await started({ folder: first.folder, env: { KEY_SECRET: 'another secret than before' } })
    expect(second.output()).toContain('keys create')
  })

  it('lose nothing that was answered before kill -9, and leave no runtime behind', async () => {
    const first = await started()
    const key = first.key()
    await withKey(first, key)('ingest', { text: 'The spare key is under the third flower pot.' })
    const runtime = Number(readFileSync(join(first.folder, 'pid'), 'utf8'))
    await first.stop('SIGKILL')
    await until(() => !isRunning(runtime))
    const second = await started({ folder: first.folder })
    expect((await withKey(second, key)('stats', { user_id: 'x' })).body.episodic_count).toBe(1)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('leave nothing running when npm gets %s', async (signal) => {
    const folder = newFolder()
    const npm = spawn('npm', ['start', '--', '--port', '0', '--state', folder], { stdio: 'ignore' })
    await until(() => existsSync(join(folder, 'key')), 20_000)
    const runtime = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    npm.kill(signal)
    await until(() => !isRunning(runtime))
  })

  it('refuse a folder that is in use', async () => {
    const service = await started()
    const second = await runToEnd(START, ['--port', '0', '--state', service.folder])
    expect(second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(service.url) })
    expect((await call(`${service.url}/brain/health`, 'GET')).status).toBe(200)
  })
})

describe('a runtime that ends by itself', () => {
  const runtimeOf = (folder: string) => Number(readFileSync(join(folder, 'pid'), 'utf8'))

  it('is started again at the same address, and who asks meanwhile is answered', async () => {
    const service = await started()
    const key = service.key()
    await withKey(service, key)('ingest', { text: 'The spare key is under the third flower pot.' })
    for (let time = 1; time <= 3; time++) {
      const runtime = runtimeOf(service.folder)
      process.kill(runtime, 'SIGKILL')
      await until(() => !isRunning(runtime))
      // The client has connections that went with it, and has to notice.
      await new Promise((done) => setTimeout(done, 100))
      expect((await withKey(service, key)('stats', { user_id: 'x' })).body.episodic_count).toBe(1)
      expect((await call(`${service.url}/brain/health`, 'GET')).body.ready).toBe(true)
    }
    await until(() => service.output().split('The runtime is running again.').length === 4)
    expect(service.output()).toContain('The runtime ended by itself (SIGKILL).')
    expect(service.output()).toContain('It is started again in 1 s.')
    expect(readFileSync(join(service.folder, 'service.log'), 'utf8')).toContain(
      'The runtime ended by itself (SIGKILL).',
    )
    expect(await service.stop()).toBe(0)
  })

  /** A service whose runtime ends and does not start any more. */
  async function startedAndBroken() {
    const folder = newFolder()
    const workerd = join(folder, 'workerd.sh')
    const binary = (createRequire(import.meta.url)('workerd') as { default: string }).default
    writeFileSync(workerd, `#!/bin/sh\n[ -e '${folder}/broken' ] && exit 1\nexec '${binary}' "$@"\n`, { mode: 0o700 })
    const service = await started({ folder: join(folder, 'state'), env: { MINIFLARE_WORKERD_PATH: workerd } })
    writeFileSync(join(folder, 'broken'), '')
    process.kill(runtimeOf(service.folder), 'SIGKILL')
    return service
  }

  it('is tried again and again, and Ctrl-C ends the waiting at once', async () => {
    const service = await startedAndBroken()
    await until(() => service.output().includes('It is started again in 8 s.'), 40_000)
    const answer = call(`${service.url}/brain/health`, 'GET').catch((error: Error) => error.message)
    const asked = performance.now()
    expect(await service.stop()).toBe(0)
    expect(performance.now() - asked).toBeLessThan(6_000)
    await answer
  })

  it('leaves whoever asks with 503 when it does not come back', async () => {
    const service = await startedAndBroken()
    const { status, body, headers } = await call(`${service.url}/brain/health`, 'GET')
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '1'])
  })
})

describe('files of what is gone', () => {
  const objects = (folder: string, className: string) =>
    readdirSync(join(folder, `storage/edge-brain-${className}`)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))

  it('go at the next start, and those of others stay', async () => {
    const first = await started()
    const kept = first.key()
    const gone = await newKey(first, 'free')
    for (const key of [kept, gone])
      expect((await withKey(first, key)('ingest', { text: 'I like tea.', session_id: 's' })).status).toBe(200)
    const { body } = await asOperator(first)('GET', 'accounts')
    const other = body.accounts.find(({ name }: { name: string }) => name !== 'local')
    expect((await asOperator(first)('DELETE', `accounts/${other.account}`)).status).toBe(200)
    await first.stop()
    expect(['Account', 'Vault', 'Session'].map((name) => objects(first.folder, name).length)).toEqual([2, 2, 2])

    const second = await started({ folder: first.folder })
    expect(['Account', 'Vault', 'Session'].map((name) => objects(first.folder, name).length)).toEqual([1, 1, 1])
    expect((await withKey(second, kept)('stats', { user_id: 'x' })).body.episodic_count).toBe(1)
    expect((await withKey(second, gone)('ingest', { text: 'I like tea.' })).status).toBe(401)
  })

  it('stay where the deletion was cut off, so that nothing can be written after all', async () => {
    const first = await started()
    const key = first.key()
    await withKey(first, key)('ingest', { text: 'I like tea.' })
    await first.stop()
    const [vault] = objects(first.folder, 'Vault')
    const database = new DatabaseSync(join(first.folder, 'storage/edge-brain-Vault', vault!))
    database.exec("INSERT INTO meta (key, value) VALUES ('erased at', 1)")
    database.close()
    const second = await started({ folder: first.folder })
    expect(objects(first.folder, 'Vault')).toEqual([vault])
    expect((await withKey(second, key)('ingest', { text: 'I like coffee.' })).status).not.toBe(200)
  })
})

describe('one clear sentence and a non-zero exit', () => {
  const sentence = /^[^\n]+\n$/

  it('for a taken port', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    const port = await new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)),
    )
    const ended = await runToEnd(START, ['--port', String(port), '--state', newFolder()])
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(ended.stderr).toContain(`${port}`)
  })

  it('for a broken configuration', async () => {
    const ended = await runToEnd(START, ['--port', '0', '--state', newFolder()], {
      DECAY_HALF_LIFE_DAYS: 'soon',
      MEMORY_STORE: 'drawer',
    })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(ended.stderr).toContain('DECAY_HALF_LIFE_DAYS')
    expect(ended.stderr).toContain('MEMORY_STORE')
  })

  it('for a folder that cannot be written', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const ended = await runToEnd(START, ['--port', '0', '--state', join(file, 'state')])
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  })

  it('for a runtime that does not run', async () => {
    for (const binary of ['/bin/false', '/nowhere/workerd']) {
      const ended = await runToEnd(START, ['--port', '0', '--state', newFolder()], { MINIFLARE_WORKERD_PATH: binary })
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
      expect(ended.stderr).toContain('npm install')
    }
  })

  it('for options that do not exist or make no sense', async () => {
    for (const args of [
      ['--prot', '1'],
      ['--port', '70000'],
      ['--port', 'x'],
      ['--host', 'a b'],
    ]) {
      expect(await runToEnd(START, [...args, '--state', newFolder()])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(sentence),
      })
    }
  })
})

describe('--reset', () => {
  it('refuses where nobody can be asked, and deletes nothing', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'key'), 'kept\n')
    const ended = await runToEnd(START, ['--port', '0', '--state', folder, '--reset'])
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') })
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('kept\n')
  })

  it('forgets everything with --yes, and nothing that is not its own', async () => {
    const first = await started()
    const key = first.key()
    await withKey(first, key)('ingest', { text: 'Lena plays the cello.' })
    await first.stop()
    mkdirSync(join(first.folder, 'mine'))
    const second = await started({ folder: first.folder, args: ['--reset', '--yes'] })
    expect(second.key()).not.toBe(key)
    expect((await withKey(second, key)('stats', { user_id: 'x' })).status).toBe(401)
    expect((await withKey(second, second.key())('stats', { user_id: 'x' })).body.episodic_count).toBe(0)
    expect(existsSync(join(first.folder, 'mine'))).toBe(true)
  })
})

describe('the schedule', () => {
  const fire = (socketPath: string) =>
    new Promise<number | undefined>((done, failed) => {
      const body = JSON.stringify({ cron: '0 * * * *', scheduledTime: Date.now() })
      request({ socketPath, path: '/', method: 'POST', headers: { host: 'schedule' } }, (answer) =>
        done(answer.resume().statusCode),
      )
        .on('error', failed)
        .end(body)
    })

  it('is fired over a socket in the state folder and by nothing on the public port', async () => {
    const service = await started()
    expect(await fire(join(service.folder, 'schedule.sock'))).toBe(204)
    for (const path of [
      '/',
      '/schedule',
      '/scheduled',
      '/__scheduled',
      '/cdn-cgi/handler/scheduled',
      '/cdn-cgi/mf/scheduled',
    ]) {
      expect(
        (await call(`${service.url}${path}?cron=0+*+*+*+*`, 'POST', { cron: '0 * * * *', scheduledTime: 1 })).status,
      ).toBe(404)
    }
  })
})

it('--help says what there is', async () => {
  const { code, stdout } = await runToEnd(START, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--port', '--host', '--reset', '--state', '--verbose']) expect(stdout).toContain(option)
})

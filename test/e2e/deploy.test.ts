import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DeployTools, deployService } from '../../scripts/deploy/deploy-service.ts'
import { openStateFolder } from '../../scripts/state-folder.ts'
import type { WranglerRun } from '../../scripts/wrangler.ts'
import { newFolder } from './service.ts'

const URL = 'https://edge-brain.example.workers.dev'
const ran = (part: Partial<WranglerRun>): WranglerRun => ({ code: 0, stdout: '', stderr: '', report: [], ...part })

/** A wrangler and a deployed service that only write down what they were asked. */
function stage(
  secretList: WranglerRun,
  deploy: WranglerRun = ran({ report: [{ type: 'deploy', targets: [URL, 'schedule: 0 * * * *'] }] }),
) {
  const folder = openStateFolder(newFolder())
  const runs: string[][] = []
  const asked: string[] = []
  const printed: string[] = []
  let secrets: { file: string; mode: number; values: Record<string, string> } | null = null
  let failures = 2
  const tools: DeployTools = {
    openFolder: () => folder,
    print: (line) => void printed.push(line),
    wait: async () => undefined,
    async wrangler(args) {
      runs.push([...args])
      if (args[0] === 'secret') return secretList
      const at = args.indexOf('--secrets-file')
      if (at >= 0) {
        const file = args[at + 1]!
        secrets = { file, mode: statSync(file).mode & 0o777, values: JSON.parse(readFileSync(file, 'utf8')) }
      }
      return deploy
    },
    connect: (url, { token }) => ({
      url,
      async ask(method, path) {
        asked.push(`${method} ${path} ${token === secrets?.values.ADMIN_TOKEN ? 'operator' : 'anyone'}`)
        if (path === '/brain/health' && failures-- > 0) throw new Error('not yet')
        return { status: path === '/admin/accounts' ? 201 : 200, body: null, headers: new Headers() }
      },
      async get<T>(method: string, path: string) {
        asked.push(`${method} ${path} operator`)
        return { key: 'brain_first', key_id: 'key_1', account: 'a', plan: 'enterprise' } as T
      },
    }),
  }
  return { tools, runs, asked, printed, folder, secrets: () => secrets }
}

const nothingDeployed = ran({
  code: 1,
  stderr: 'A request failed: This Worker does not exist on your account. [code: 10007]',
})

describe('the first deploy', () => {
  it('makes both secrets, keeps the token, and prints the first key once', async () => {
    const { tools, runs, asked, printed, folder, secrets } = stage(nothingDeployed)
    await deployService([], tools)
    const sent = secrets()!
    expect(Object.keys(sent.values).sort()).toEqual(['ADMIN_TOKEN', 'KEY_SECRET'])
    expect(sent.mode).toBe(0o600)
    expect(existsSync(sent.file)).toBe(false)
    expect(folder.read('deployed-admin-token')).toBe(sent.values.ADMIN_TOKEN)
    expect(runs.at(-1)?.slice(0, 2)).toEqual(['deploy', '--secrets-file'])
    expect(asked.filter((line) => line.includes('/brain/health'))).toHaveLength(3)
    expect(asked).toContain('POST /admin/accounts operator')
    expect(printed.join('\n').match(/brain_first/g)).toHaveLength(1)
    expect(printed.join('\n')).not.toContain(sent.values.ADMIN_TOKEN)
  })

  it('removes the secrets and says so when wrangler fails', async () => {
    const { tools, secrets } = stage(nothingDeployed, ran({ code: 1 }))
    await expect(deployService([], tools)).rejects.toThrow(/did not deploy/)
    expect(existsSync(secrets()!.file)).toBe(false)
  })

  it('says how to make the key by hand when the address does not answer', async () => {
    const { tools } = stage(nothingDeployed, ran({}))
    await expect(deployService([], tools)).rejects.toThrow(/keys create/)
  })
})

describe('a later deploy', () => {
  it('touches no secret and makes no account', async () => {
    const { tools, runs, asked } = stage(ran({ stdout: '[{"name":"KEY_SECRET"},{"name":"ADMIN_TOKEN"}]' }))
    await deployService(['--env', 'cloud'], tools)
    expect(runs).toEqual([
      ['secret', 'list', '--format', 'json', '--env', 'cloud'],
      ['deploy', '--env', 'cloud'],
    ])
    expect(asked).toEqual([])
  })

  it('makes only what is missing: KEY_SECRET is never replaced', async () => {
    const { tools, secrets } = stage(ran({ stdout: '[{"name":"KEY_SECRET"}]' }))
    await deployService([], tools)
    expect(Object.keys(secrets()!.values)).toEqual(['ADMIN_TOKEN'])
  })

  it('does nothing when it cannot know what is there', async () => {
    for (const stderr of ['set a CLOUDFLARE_API_TOKEN environment variable', 'Internal error [code: 10013]']) {
      const { tools, runs } = stage(ran({ code: 1, stderr }))
      await expect(deployService([], tools)).rejects.toThrow(/logged in|cannot be listed/)
      expect(runs).toHaveLength(1)
    }
  })
})

it('a dry run prints the size of the bundle and asks for nothing else', async () => {
  const { tools, runs, printed } = stage(
    nothingDeployed,
    ran({ stdout: 'Total Upload: 4517.11 KiB / gzip: 1191.43 KiB\n' }),
  )
  await deployService(['--dry-run'], tools)
  expect(runs).toEqual([['deploy', '--dry-run']])
  expect(printed).toEqual(['Bundle: 4517.11 KiB / gzip: 1191.43 KiB'])
})

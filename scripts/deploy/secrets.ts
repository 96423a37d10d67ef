import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecret } from '../new-secret.ts'
import { Problem } from '../problem.ts'
import type { Wrangler } from '../wrangler.ts'

const NEEDED = ['KEY_SECRET', 'ADMIN_TOKEN'] as const

export type Secrets = Partial<Record<(typeof NEEDED)[number], string>>

/** New values for what the deployment lacks. What it has is never replaced: every key hangs on KEY_SECRET. */
export async function makeMissingSecrets(wrangler: Wrangler, environment: string | null): Promise<Secrets> {
  const present = await presentSecrets(wrangler, environment)
  return Object.fromEntries(NEEDED.filter((name) => !present.includes(name)).map((name) => [name, newSecret()]))
}

async function presentSecrets(wrangler: Wrangler, environment: string | null): Promise<string[]> {
  const run = await wrangler(
    ['secret', 'list', '--format', 'json', ...(environment ? ['--env', environment] : [])],
    'capture',
  )
  const said = `${run.stdout}\n${run.stderr}`
  if (run.code === 0) return candidateNames(run.stdout)
  // Nothing of that name is deployed yet. Anything else is no licence to make new secrets.
  if (/\b10007\b|was not found|does not exist/i.test(said)) return []
  if (/CLOUDFLARE_API_TOKEN|not (?:logged in|authenticated)|wrangler login/i.test(said)) {
    throw new Problem('wrangler is not logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.')
  }
  throw new Problem(
    'The secrets of the deployment cannot be listed, so that nothing was deployed; npx wrangler secret list says why.',
  )
}

function candidateNames(stdout: string): string[] {
  try {
    const listed = JSON.parse(stdout.slice(stdout.indexOf('['))) as { name: string }[]
    return listed.map(({ name }) => name)
  } catch {
    throw new Problem(
      'wrangler lists the secrets of the deployment in a form that is not known, so that nothing was deployed.',
    )
  }
}

/** Gives secrets to wrangler in a file that only this user can read and that is gone afterwards. */
export async function withSecretsFile<T>(secrets: Secrets, use: (args: readonly string[]) => Promise<T>): Promise<T> {
  if (Object.keys(secrets).length === 0) return use([])
  const folder = mkdtempSync(join(tmpdir(), 'edge-brain-'))
  try {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    return await use(['--secrets-file', file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

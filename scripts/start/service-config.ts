import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CONFIG_NAMES, parseConfig } from '../../src/bootstrap/config.ts'
import { newSecret } from '../new-secret.ts'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import type { StateFolder } from '../state-folder.ts'
import type { WorkerSettings } from '../worker-settings.ts'

/** The configuration that the Worker gets, checked by the Worker's own rules before it is started. */
export function readServiceConfig(
  folder: StateFolder,
  settings: WorkerSettings,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  const values = givenVariables(settings, environment)
  values.KEY_SECRET ??= keptSecret(folder, 'key-secret')
  values.ADMIN_TOKEN ??= keptSecret(folder, 'admin-token')
  const config = parseConfig(values)
  if ('problem' in config) throw new Problem(config.problem)
  const kinds = { EMBEDDER: config.embedder.kind, EMBEDDER_NEXT: config.nextEmbedder?.kind, LLM: config.llm.provider }
  for (const [name, kind] of Object.entries(kinds))
    if (kind === 'workers-ai')
      throw new Problem(`${name} is workers-ai, which only a Worker on Cloudflare has: use openai, or deploy it.`)
  // A token from the environment is kept too: the CLI finds it there.
  folder.write('admin-token', values.ADMIN_TOKEN)
  return values
}

/** What is configured, from where it is looked for first to last: the environment, .dev.vars, wrangler.toml. */
export function givenVariables(settings: WorkerSettings, environment: NodeJS.ProcessEnv): Record<string, string> {
  const given = { ...settings.vars, ...readDevVars(), ...environment }
  const values: Record<string, string> = {}
  for (const name of CONFIG_NAMES) {
    const value = given[name]
    if (value !== undefined && value !== '') values[name] = String(value)
  }
  return values
}

function readDevVars(): Record<string, string | undefined> {
  const path = join(PROJECT_ROOT, '.dev.vars')
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}

function keptSecret(folder: StateFolder, name: 'key-secret' | 'admin-token'): string {
  const kept = folder.read(name)
  if (kept) return kept
  const secret = newSecret()
  folder.write(name, secret)
  return secret
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CONFIG_NAMES, parseConfig } from '../../src/bootstrap/config.ts'
import { newSecret } from '../new-secret.ts'
import { Problem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import type { StateFolder } from '../state-folder.ts'
import type { WorkerSettings } from '../worker-settings.ts'

/** The configuration's own rule. */
const MIN_SECRET_CHARACTERS = 16

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
  // Another one in its place would void every key, or lock the command line out, without a word.
  if (kept !== null ? kept.length < MIN_SECRET_CHARACTERS : existsSync(join(folder.path, name)))
    throw new Problem(
      `The file ${join(folder.path, name)} is damaged: it is ${kept ? 'too short' : 'empty'}. Restore it from a backup, or delete it for a new one${name === 'key-secret' ? ', which voids every key' : ''}.`,
    )
  if (kept) return kept
  const secret = newSecret()
  folder.write(name, secret)
  return secret
}

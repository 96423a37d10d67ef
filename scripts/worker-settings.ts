import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { Problem } from './problem.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** What `wrangler.toml` says of the Worker, as far as running it elsewhere needs it: nothing is declared twice. */
export interface WorkerSettings {
  readonly name: string
  readonly compatibilityDate: string
  readonly compatibilityFlags: readonly string[]
  readonly vars: Readonly<Record<string, unknown>>
  readonly objects: readonly { readonly binding: string; readonly className: string }[]
  readonly assets: { readonly binding: string; readonly folder: string }
  readonly cron: string
}

interface WranglerToml {
  name: string
  compatibility_date: string
  compatibility_flags?: string[]
  vars?: Record<string, unknown>
  durable_objects: { bindings: { name: string; class_name: string }[] }
  assets: { binding: string; directory: string }
  triggers: { crons: [string] }
}

export function readWorkerSettings(path = join(PROJECT_ROOT, 'wrangler.toml')): WorkerSettings {
  try {
    const toml = parse(readFileSync(path, 'utf8')) as unknown as WranglerToml
    return {
      name: toml.name,
      compatibilityDate: toml.compatibility_date,
      compatibilityFlags: toml.compatibility_flags ?? [],
      vars: toml.vars ?? {},
      objects: toml.durable_objects.bindings.map(({ name, class_name }) => ({ binding: name, className: class_name })),
      assets: { binding: toml.assets.binding, folder: join(PROJECT_ROOT, toml.assets.directory) },
      cron: toml.triggers.crons[0],
    }
  } catch (error) {
    throw new Problem(`wrangler.toml cannot be used: ${(error as Error).message.split('\n')[0]}`)
  }
}

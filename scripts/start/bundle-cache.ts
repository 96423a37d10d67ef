import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from 'esbuild'
import { PROJECT_ROOT } from '../project-root.ts'
import type { WorkerModule } from './bundle.ts'

const folderOf = (variant: string) => join(PROJECT_ROOT, 'dist', `local-bundle-${variant}`)

interface Manifest {
  readonly tools: string
  /** Size and time of every file that went in, by its path in the project. */
  readonly inputs: Readonly<Record<string, string>>
  /** What came out, with sizes: a bundle that another start is just replacing is not taken for whole. */
  readonly outputs: readonly { readonly module: WorkerModule; readonly bytes: number }[]
}

/** Puts the last bundle into the folder if nothing that went into it has changed since; null: it has to be built. */
export function takeCachedBundle(variant: string, folder: string): WorkerModule[] | null {
  const kept = folderOf(variant)
  try {
    const { tools, inputs, outputs } = JSON.parse(readFileSync(join(kept, 'manifest.json'), 'utf8')) as Manifest
    if (tools !== toolsNow() || Object.entries(inputs).some(([path, stamp]) => stampOf(path) !== stamp)) return null
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const { module, bytes } of outputs) {
      copyFileSync(join(kept, module.name), join(folder, module.name))
      if (statSync(join(folder, module.name)).size !== bytes) return null
    }
    return outputs.map(({ module }) => module)
  } catch {
    return null
  }
}

/** Keeps a bundle for the next start. Where that cannot be, the next start builds again. */
export function keepBundle(
  variant: string,
  folder: string,
  modules: readonly WorkerModule[],
  inputs: readonly string[],
): void {
  const kept = folderOf(variant)
  const fresh = `${kept}-${process.pid}`
  try {
    mkdirSync(fresh, { recursive: true })
    const outputs = modules.map((module) => {
      copyFileSync(join(folder, module.name), join(fresh, module.name))
      return { module, bytes: statSync(join(folder, module.name)).size }
    })
    const manifest: Manifest = {
      tools: toolsNow(),
      inputs: Object.fromEntries(inputs.map((path) => [path, stampOf(path)])),
      outputs,
    }
    writeFileSync(join(fresh, 'manifest.json'), JSON.stringify(manifest))
    rmSync(kept, { recursive: true, force: true })
    renameSync(fresh, kept)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Packages keep their times across versions; what is installed is told by the lock file. */
function toolsNow(): string {
  const hash = createHash('sha256').update(version)
  for (const path of [
    'package-lock.json',
    'node_modules/.package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'scripts/start/bundle.ts',
    'scripts/worker-build.ts',
  ]) {
    const whole = join(PROJECT_ROOT, path)
    hash.update(existsSync(whole) ? readFileSync(whole) : '')
  }
  return hash.digest('hex')
}

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(join(PROJECT_ROOT, path))
  return `${size} ${mtimeMs}`
}

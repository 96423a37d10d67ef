import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

type Versions = Readonly<Record<string, string>>

interface Declared {
  readonly version?: string
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly engines?: Versions
}

export interface Manifest extends Declared {
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

export interface LockFile {
  readonly packages: Readonly<Record<string, Declared & { readonly hasInstallScript?: boolean }>>
}

/** Large, and wrong in two versions at once: tests would run in another runtime than the service. */
const ONCE = ['esbuild', 'miniflare', 'vitest', 'workerd', 'wrangler']

/** What is wrong with the lock file, a sentence each: npm install mends the first kind, overrides in package.json the second, a review the third. */
export function lockProblems(manifest: Manifest, { packages }: LockFile): string[] {
  const root = packages[''] ?? {}
  const stale = (['version', 'dependencies', 'devDependencies', 'engines'] as const).filter(
    (field) => !isDeepStrictEqual(manifest[field], root[field]),
  )
  const places = Object.keys(packages).filter((place) => place !== '')
  const nameOf = (place: string) => place.split('node_modules/').at(-1)!
  const doubled = ONCE.filter((name) => places.filter((place) => nameOf(place) === name).length > 1)
  const scripted = places.filter((place) => packages[place]!.hasInstallScript).map(nameOf)
  const unseen = [...new Set(scripted)].filter((name) => manifest.allowScripts?.[name] === undefined)
  return [
    ...stale.map((field) => `package-lock.json has other ${field} than package.json: run npm install.`),
    ...doubled.map((name) => `${name} is installed more than once: npm ls ${name} tells who brings it.`),
    ...unseen.map((name) => `${name} has an install script that nobody has approved: npm install-scripts ls.`),
  ]
}

if (import.meta.main) {
  await runScript(async () => {
    const read = <T>(name: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, name), 'utf8')) as T
    const problems = lockProblems(read<Manifest>('package.json'), read<LockFile>('package-lock.json'))
    if (problems.length > 0) throw new Problem(problems.join('\n'))
  })
}

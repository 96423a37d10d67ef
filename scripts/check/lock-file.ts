import { isDeepStrictEqual } from 'node:util'
import {
  CLIENT,
  type LockFile,
  type Manifest,
  nameAt,
  readLockFile,
  readManifest,
} from '../dependencies/installed-packages.ts'
import { isInRange } from '../dependencies/version.ts'
import { Problem, runScript } from '../problem.ts'

/** Large, and wrong in two versions at once: tests would run in another runtime than the service. */
const ONCE = ['esbuild', 'miniflare', 'vitest', 'workerd', 'wrangler']

const REGISTRY = 'https://registry.npmjs.org/'

/**
 * What is wrong with the lock file, a sentence each: npm install mends what is stale, overrides in package.json what is there twice, a review
 * an install script; what has no hash, or comes from elsewhere than the public registry, must not be there.
 */
export function lockProblems(manifest: Manifest, { packages }: LockFile): string[] {
  const root = packages[''] ?? {}
  const stale = (['version', 'dependencies', 'devDependencies', 'engines'] as const).filter(
    (field) => !isDeepStrictEqual(manifest[field], root[field]),
  )
  const places = Object.keys(packages).filter((place) => place !== '')
  const doubled = ONCE.filter((name) => places.filter((place) => nameAt(place) === name).length > 1)
  const scripted = places.filter((place) => packages[place]!.hasInstallScript).map(nameAt)
  const unseen = [...new Set(scripted)].filter((name) => manifest.allowScripts?.[name] === undefined)
  const unhashed = places.filter((place) => !/^sha512-[\w+/]{86}==$/.test(packages[place]!.integrity ?? ''))
  // npm leaves the address out where it is the registry's own.
  const elsewhere = places.filter((place) => {
    const { resolved = REGISTRY, link } = packages[place]!
    return link || !resolved.startsWith(REGISTRY)
  })
  const declared = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const installed = (name: string) => packages[`node_modules/${name}`]?.version ?? 'nothing'
  const other = declared.filter(([name, range]) => !isInRange(installed(name), range))
  return [
    ...stale.map((field) => `package-lock.json has other ${field} than package.json: run npm install.`),
    ...other.map(([name, range]) => `${name} is to be ${range}, and package-lock.json has ${installed(name)}.`),
    ...doubled.map((name) => `${name} is installed more than once: npm ls ${name} tells who brings it.`),
    ...unseen.map((name) => `${name} has an install script that nobody has approved: npm install-scripts ls.`),
    ...unhashed.map((place) => `${nameAt(place)} has no SHA-512 in package-lock.json: nothing tells what it must be.`),
    ...elsewhere.map((place) => `${nameAt(place)} does not come from ${REGISTRY}.`),
  ]
}

if (import.meta.main) {
  await runScript(async () => {
    const problems = ['.', CLIENT].flatMap((folder) => lockProblems(readManifest(folder), readLockFile(folder)))
    if (problems.length > 0) throw new Problem(problems.join('\n'))
  })
}

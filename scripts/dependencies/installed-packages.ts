import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

type Versions = Readonly<Record<string, string>>

interface Declared {
  readonly version?: string
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly engines?: Versions
}

export interface Manifest extends Declared {
  readonly name?: string
  readonly license?: string
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

interface LockEntry extends Declared {
  readonly hasInstallScript?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly license?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

export interface InstalledPackage {
  readonly name: string
  readonly version: string
  /** As the package declares it: an SPDX expression, mostly. */
  readonly licence: string
  /** Only the others are needed for building, testing and running scripts. */
  readonly isRuntime: boolean
  /** `sha512-…` in base64. */
  readonly integrity: string
  /** `name@version` of what it asks for and got, in order. */
  readonly needs: readonly string[]
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(PROJECT_ROOT, name), 'utf8')) as T

/** The client has an installation of its own, so that whoever runs the service need not have what only its tests need. */
export const CLIENT = 'packages/client'

export const readManifest = (folder = '.'): Manifest => read<Manifest>(`${folder}/package.json`)
export const readLockFile = (folder = '.'): LockFile => read<LockFile>(`${folder}/package-lock.json`)

export const nameAt = (place: string): string => place.split('node_modules/').at(-1)!

/** Every package of the lock file once, by name and version. One that is needed at run time anywhere is a runtime package. */
export function installedPackages({ packages }: LockFile): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  for (const [place, entry] of Object.entries(packages)) {
    if (place === '') continue
    const { version = '', license = 'unknown', integrity = '' } = entry
    const key = `${nameAt(place)}@${version}`
    const isRuntime = !entry.dev || found.get(key)?.isRuntime === true
    const needs = needsOf(packages, place)
    found.set(key, { name: nameAt(place), version, licence: license, isRuntime, integrity, needs })
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, installed]) => installed)
}

/** The packages of both installations. What the client's has is for development: it is published without any. */
export function allPackages(): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const needed = installedPackages(readLockFile(CLIENT)).map((one) => ({ ...one, isRuntime: false }))
  for (const one of [...needed, ...installedPackages(readLockFile())]) found.set(`${one.name}@${one.version}`, one)
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, installed]) => installed)
}

/** What a package's dependencies are in this installation: the nearest of that name, outwards. */
export function needsOf(packages: LockFile['packages'], place: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
  const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })
  const got = names.flatMap((name) => {
    for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
      const nearest = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]
      if (nearest) return [`${name}@${nearest.version}`]
      if (from === '') return []
    }
  })
  return [...new Set(got)].sort()
}

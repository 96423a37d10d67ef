import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Advisory, findVulnerable } from '../../scripts/dependencies/advisories.ts'
import {
  allPackages,
  type InstalledPackage,
  installedPackages,
  type LockFile,
  readLockFile,
  readManifest,
} from '../../scripts/dependencies/installed-packages.ts'
import { isPermitted, licenceProblems, licencesPage } from '../../scripts/dependencies/licences.ts'
import { sbomOf } from '../../scripts/dependencies/sbom.ts'
import { compareVersions, isInRange } from '../../scripts/dependencies/version.ts'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'

const packageOf = (name: string, version: string, more: Partial<InstalledPackage> = {}): InstalledPackage => ({
  ...{ name, version, licence: 'MIT', isRuntime: true, integrity: 'sha512-AA==', needs: [] },
  ...more,
})

describe('the stored advisories', () => {
  const stored = JSON.parse(readFileSync(join(PROJECT_ROOT, 'scripts/dependencies/advisories.json'), 'utf8')) as {
    noneFound: string[]
    advisories: Advisory[]
  }
  const named = new Set(stored.advisories.flatMap(({ affected }) => affected!.map((one) => one.package!.name)))

  it('say of every direct dependency what was found, and nothing twice', () => {
    const { dependencies, devDependencies } = readManifest() as unknown as Record<string, Record<string, string>>
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      expect([name, named.has(name), stored.noneFound.includes(name)]).toEqual([
        name,
        named.has(name),
        !named.has(name),
      ])
    const ids = stored.advisories.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('concern no version that is installed', () => {
    expect(findVulnerable(installedPackages(readLockFile()), stored.advisories)).toEqual([])
  })
})

describe('versions', () => {
  it('are ordered as semver orders them', () => {
    const ordered = ['0.9.9', '1.0.0-2', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0', '1.0.10', '1.2.0']
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered)
  })

  it('are in a range or not', () => {
    expect(['1.2.3', '1.9.0'].every((version) => isInRange(version, '^1.2.3'))).toBe(true)
    expect(['1.2.2', '2.0.0', '2.0.0-beta'].some((version) => isInRange(version, '^1.2.3'))).toBe(false)
    expect([isInRange('0.28.9', '^0.28.2'), isInRange('0.29.0', '^0.28.2'), isInRange('1.17.9', '~1.17.0')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('the list of what it is made of', () => {
  const [manifest, lock] = [readManifest(), readLockFile()]

  it('is the same at every time and place, and names no host', () => {
    const [first, second] = [sbomOf(manifest, lock, false), sbomOf(manifest, readLockFile(), false)].map((sbom) =>
      JSON.stringify(sbom),
    )
    expect(first).toBe(second)
    expect(first).not.toMatch(/https?:|timestamp|serialNumber/)
  })

  it('tells what is deployed from what is for development', () => {
    const all = sbomOf(manifest, lock, false)
    const scopes = new Map(all.components.map((component) => [component['bom-ref'], component.scope]))
    expect(scopes.get(`pkg:npm/hono@${lock.packages['node_modules/hono']!.version}`)).toBe('required')
    expect(scopes.get(`pkg:npm/vitest@${lock.packages['node_modules/vitest']!.version}`)).toBe('excluded')
    expect(scopes.get('assets/model/encoder.bin')).toBe('required')
    const runtime = sbomOf(manifest, lock, true)
    expect(runtime.components.every(({ scope }) => scope === 'required')).toBe(true)
    const known = new Set(runtime.components.map((component) => component['bom-ref']))
    for (const { dependsOn } of runtime.dependencies) for (const ref of dependsOn) expect(known).toContain(ref)
  })

  it('knows which of two versions a package got', () => {
    const packages: LockFile['packages'] = {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' } },
      'node_modules/a/node_modules/b': { version: '1.5.0' },
      'node_modules/b': { version: '2.0.0', dev: true },
    }
    expect(installedPackages({ packages }).map(({ name, needs }) => [name, needs])).toEqual([
      ['a', ['b@1.5.0']],
      ['b', []],
      ['b', []],
    ])
  })
})

describe('licences', () => {
  it('are listed as they are', () => {
    const packages = allPackages()
    expect(licenceProblems(packages)).toEqual([])
    expect(readFileSync(join(PROJECT_ROOT, 'docs/licences.md'), 'utf8')).toBe(licencesPage(packages))
  })

  it('are the same whichever platforms the packages were found for', () => {
    const build = (platform: string) => packageOf(`@rolldown/binding-${platform}`, '1.2.19', { isRuntime: false })
    const page = licencesPage(['linux-x64-gnu', 'linux-x64-musl', 'darwin-arm64'].map(build))
    expect(page).toBe(licencesPage([build('win32-x64-msvc')]))
    expect(page).toContain('| MIT | @rolldown/binding-* 1.2.19 |')
  })

  it('are the same with and without builds as WebAssembly and what only those need', () => {
    const development = { isRuntime: false }
    const others = [
      packageOf('rolldown', '1.2.19', { ...development, needs: ['tslib@2.8.1'] }),
      packageOf('tslib', '2.8.1', development),
    ]
    const webAssembly = [
      packageOf('@rolldown/binding-wasm32-wasi', '1.2.19', { ...development, needs: ['@emnapi/core@2.0.0'] }),
      packageOf('@emnapi/core', '2.0.0', { ...development, needs: ['@emnapi/threads@2.2.0', 'tslib@2.8.1'] }),
      packageOf('@emnapi/threads', '2.2.0', { ...development, needs: ['tslib@2.8.1'] }),
    ]
    expect(licencesPage([...webAssembly, ...others])).toBe(licencesPage(others))
  })

  it('that nobody has agreed to are told of; a deployed package may have fewer', () => {
    expect(isPermitted('(AFL-2.1 OR BSD-3-Clause)', ['BSD-3-Clause'])).toBe(true)
    expect(isPermitted('MIT AND GPL-3.0-only', ['MIT'])).toBe(false)
    const problems = licenceProblems([
      packageOf('a', '1.0.0', { licence: 'GPL-3.0-only' }),
      packageOf('b', '1.0.0', { licence: 'MPL-2.0' }),
      packageOf('c', '1.0.0', { licence: 'MPL-2.0', isRuntime: false }),
      packageOf('d', '1.0.0', { licence: 'unknown', isRuntime: false }),
    ])
    expect(problems.map((problem) => problem[0])).toEqual(['a', 'b', 'd'])
  })
})

describe('an advisory', () => {
  const advisory = (
    events: NonNullable<NonNullable<Advisory['affected']>[number]['ranges']>[number]['events'],
    name = 'a',
  ) => ({
    id: 'TEST-1',
    affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  })
  const concerns = (version: string, one: Advisory) => findVulnerable([packageOf('a', version)], [one]).length > 0

  it('concerns the versions of its ranges', () => {
    const twice = advisory([{ introduced: '1.0.0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }])
    expect(['0.9.0', '1.0.0', '1.5.0', '2.0.5', '2.1.0'].map((version) => concerns(version, twice))).toEqual([
      ...[false, true, false, true, false],
    ])
    const last = advisory([{ introduced: '0' }, { last_affected: '3.0.97' }])
    expect([concerns('3.0.97', last), concerns('3.0.98', last)]).toEqual([true, false])
  })

  it('concerns nobody else, and not once it is withdrawn', () => {
    const open = [{ introduced: '0' }]
    expect(concerns('1.0.0', advisory(open))).toBe(true)
    expect(concerns('1.0.0', advisory(open, 'b'))).toBe(false)
    expect(concerns('1.0.0', { ...advisory(open), withdrawn: '2026-01-01T00:00:00Z' })).toBe(false)
  })

  it('that is stored concerns none of what is installed', () => {
    const stored = JSON.parse(readFileSync(join(PROJECT_ROOT, 'scripts/dependencies/advisories.json'), 'utf8'))
    expect(stored.taken).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(findVulnerable(allPackages(), stored.advisories)).toEqual([])
    expect(findVulnerable([packageOf('hono', '4.12.0')], stored.advisories).length).toBeGreaterThan(3)
  })
})

import { describe, expect, it } from 'vitest'
import { lockProblems } from '../../scripts/check/lock-file.ts'
import type { LockFile, Manifest } from '../../scripts/dependencies/installed-packages.ts'

const manifest: Manifest = {
  version: '1.0.0',
  dependencies: { hono: '^4.0.0' },
  devDependencies: { workerd: '1.0.0' },
  allowScripts: { workerd: true, fsevents: false },
}
const { allowScripts: _, ...declared } = manifest
/** What every package of a lock file has. */
const integrity = `sha512-${'A'.repeat(86)}==`
const lock = (packages: LockFile['packages'] = {}): LockFile => ({
  packages: {
    '': declared,
    'node_modules/hono': { version: '4.0.0', integrity },
    'node_modules/workerd': { version: '1.0.0', integrity, hasInstallScript: true },
    ...packages,
  },
})

describe('the check of the lock file', () => {
  it('is content with one that says what package.json says', () => {
    expect(lockProblems(manifest, lock())).toEqual([])
    expect(lockProblems(manifest, lock({ 'node_modules/fsevents': { integrity, hasInstallScript: true } }))).toEqual([])
  })

  it('tells of one that is older than package.json', () => {
    const newer = { ...manifest, version: '1.1.0', dependencies: { hono: '^5.0.0' } }
    expect(lockProblems(newer, lock())).toEqual([
      'package-lock.json has other version than package.json: run npm install.',
      'package-lock.json has other dependencies than package.json: run npm install.',
      'hono is to be ^5.0.0, and package-lock.json has 4.0.0.',
    ])
  })

  it('tells of an engine that is there twice', () => {
    const twice = lock({ 'node_modules/@cloudflare/plugin/node_modules/workerd': { version: '0.9.0', integrity } })
    expect(lockProblems(manifest, twice)).toEqual([expect.stringContaining('workerd is installed more than once')])
  })

  it('tells of an install script that nobody has approved', () => {
    const unseen = lock({ 'node_modules/node': { integrity, hasInstallScript: true } })
    expect(lockProblems(manifest, unseen)).toEqual([expect.stringContaining('node has an install script')])
  })

  it('tells of a package that could be anything: without a hash, or with a weak one', () => {
    for (const weak of [undefined, '', 'sha1-AAAA', 'sha512-short=='])
      expect(
        lockProblems(
          manifest,
          lock({ 'node_modules/a': { version: '1.0.0', ...(weak === undefined ? {} : { integrity: weak }) } }),
        ),
      ).toEqual([expect.stringContaining('a has no SHA-512')])
  })

  it('tells of a package from elsewhere than the public registry', () => {
    for (const resolved of [
      'https://registry.npmjs.org.evil.example/a/-/a-1.0.0.tgz',
      'http://registry.npmjs.org/a/-/a-1.0.0.tgz',
      'git+ssh://git@github.com/a/a.git#0123456',
      'file:../a',
      'https://mirror.example/a-1.0.0.tgz',
    ])
      expect(lockProblems(manifest, lock({ 'node_modules/a': { version: '1.0.0', integrity, resolved } }))).toEqual([
        expect.stringContaining('a does not come from'),
      ])
    const fine = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
    expect(lockProblems(manifest, lock({ 'node_modules/a': { version: '1.0.0', integrity, resolved: fine } }))).toEqual(
      [],
    )
  })

  it('tells of a version that package.json does not ask for, or asks for at an address', () => {
    for (const range of ['^4.0.1', '~4.1.0', '4.0.1', '*', 'github:honojs/hono', 'https://example.org/hono.tgz']) {
      const asked = { ...manifest, dependencies: { hono: range } }
      const { allowScripts: _, ...root } = asked
      expect(lockProblems(asked, lock({ '': root }))).toEqual([expect.stringContaining(`hono is to be ${range}`)])
    }
  })
})

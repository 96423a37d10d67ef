import { describe, expect, it } from 'vitest'
import { type LockFile, lockProblems, type Manifest } from '../../scripts/check/lock-file.ts'

const manifest: Manifest = {
  version: '1.0.0',
  dependencies: { hono: '^4.0.0' },
  devDependencies: { workerd: '1.0.0' },
  allowScripts: { workerd: true, fsevents: false },
}
const { allowScripts: _, ...declared } = manifest
const lock = (packages: LockFile['packages'] = {}): LockFile => ({
  packages: {
    '': declared,
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/workerd': { version: '1.0.0', hasInstallScript: true },
    ...packages,
  },
})

describe('the check of the lock file', () => {
  it('is content with one that says what package.json says', () => {
    expect(lockProblems(manifest, lock())).toEqual([])
    expect(lockProblems(manifest, lock({ 'node_modules/fsevents': { hasInstallScript: true } }))).toEqual([])
  })

  it('tells of one that is older than package.json', () => {
    const newer = { ...manifest, version: '1.1.0', dependencies: { hono: '^5.0.0' } }
    expect(lockProblems(newer, lock())).toEqual([
      'package-lock.json has other version than package.json: run npm install.',
      'package-lock.json has other dependencies than package.json: run npm install.',
    ])
  })

  it('tells of an engine that is there twice', () => {
    const twice = lock({ 'node_modules/@cloudflare/plugin/node_modules/workerd': { version: '0.9.0' } })
    expect(lockProblems(manifest, twice)).toEqual([expect.stringContaining('workerd is installed more than once')])
  })

  it('tells of an install script that nobody has approved', () => {
    const unseen = lock({ 'node_modules/node': { hasInstallScript: true } })
    expect(lockProblems(manifest, unseen)).toEqual([expect.stringContaining('node has an install script')])
  })
})

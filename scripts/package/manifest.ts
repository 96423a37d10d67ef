import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScript, usageProblem } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const MANIFEST = join(PROJECT_ROOT, 'package.json')
const KEPT = join(PROJECT_ROOT, 'dist/own-package.json')

interface Own {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly engines: object
  readonly files: readonly string[]
  readonly devDependencies: { readonly workerd: string }
}

/** What the package says of itself: the Worker's own dependencies are in the bundle, and nothing is built where it is installed. */
const publishedOf = ({ name, version, description, license, type, engines, files, devDependencies }: Own) => ({
  ...{ name, version, description, license, type, engines, files },
  os: ['linux', 'darwin'],
  bin: { 'edge-brain': 'dist/package/js/edge-brain.js' },
  dependencies: { workerd: devDependencies.workerd },
})

/**
 * npm packs the package.json that it finds. `npm pack` calls this before, to put the package's own in its place, and after, to put the
 * repository's back.
 */
await runScript(async () => {
  const [which] = process.argv.slice(2)
  if (which !== 'published' && which !== 'own') throw usageProblem('Which package.json? published or own.')
  // Also where a pack before this one was cut off.
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
  if (which === 'own') return
  const own = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Own
  copyFileSync(MANIFEST, KEPT)
  writeFileSync(`${KEPT}.new`, `${JSON.stringify(publishedOf(own), null, 2)}\n`)
  renameSync(`${KEPT}.new`, MANIFEST)
})

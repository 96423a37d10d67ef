import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { argumentProblem, runScript } from '../problem.ts'
import {
  type InstalledPackage,
  installedPackages,
  type LockFile,
  type Manifest,
  needsOf,
  readLockFile,
  readManifest,
} from './installed-packages.ts'
import { MODEL_FILES, sha256Of } from './model-files.ts'

const HELP = `Says what the service is made of, as CycloneDX 1.6 JSON: packages with versions, hashes and licences, and the model files.

  npm run -s sbom -- [--runtime] [--out FILE]

  --runtime  only what a deployment needs; else what is needed for development is there too, with scope "excluded"
  --out      into a file instead of the terminal

It is made from package-lock.json alone: the same lock file gives the same bytes, anywhere.
`

const purlOf = (id: string): string => `pkg:npm/${id.replace(/^@/, '%40')}`

function toComponent({ name, version, licence, isRuntime, integrity }: InstalledPackage) {
  const [, group, own] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name)!
  return {
    type: 'library',
    'bom-ref': purlOf(`${name}@${version}`),
    ...(group ? { group } : {}),
    ...{ name: own, version, scope: isRuntime ? 'required' : 'excluded' },
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [{ expression: licence }],
    purl: purlOf(`${name}@${version}`),
  }
}

/** The whole document. It has no time and no serial number, so that it can be compared. */
export function sbomOf(manifest: Manifest, lock: LockFile, runtimeOnly: boolean) {
  const chosen = installedPackages(lock).filter(({ isRuntime }) => isRuntime || !runtimeOnly)
  const known = new Set(chosen.map(({ name, version }) => `${name}@${version}`))
  const self = purlOf(`${manifest.name}@${manifest.version}`)
  const links = (needs: readonly string[]) => needs.filter((id) => known.has(id)).map(purlOf)
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const root = {
    packages: { ...lock.packages, '': { dependencies: Object.fromEntries(declared.map((name) => [name, ''])) } },
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...{ type: 'application', 'bom-ref': self, name: manifest.name, version: manifest.version, purl: self },
        licenses: [{ expression: manifest.license }],
      },
    },
    components: [
      ...chosen.map(toComponent),
      ...MODEL_FILES.map((file) => ({
        ...{ type: 'machine-learning-model', 'bom-ref': file.file, name: file.name, scope: 'required' },
        ...{ description: file.from, hashes: [{ alg: 'SHA-256', content: sha256Of(file) }] },
        licenses: [{ expression: file.licence }],
      })),
    ],
    dependencies: [
      { ref: self, dependsOn: [...links(needsOf(root.packages, '')), ...MODEL_FILES.map(({ file }) => file)] },
      ...chosen.map(({ name, version, needs }) => ({ ref: purlOf(`${name}@${version}`), dependsOn: links(needs) })),
    ],
  }
}

if (import.meta.main) {
  await runScript(async () => {
    let options: { runtime?: boolean; out?: string; help?: boolean }
    try {
      options = parseArgs({
        options: { runtime: { type: 'boolean' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      }).values
    } catch (error) {
      throw argumentProblem(error, 'npm run sbom -- --help tells more.')
    }
    const text = options.help
      ? HELP
      : `${JSON.stringify(sbomOf(readManifest(), readLockFile(), options.runtime ?? false), null, 2)}\n`
    if (options.out && !options.help) writeFileSync(options.out, text)
    else process.stdout.write(text)
  })
}

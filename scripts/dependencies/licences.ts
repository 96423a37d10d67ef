import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { allPackages, type InstalledPackage, readManifest } from './installed-packages.ts'
import { MODEL_FILES } from './model-files.ts'

const PAGE = 'docs/licences.md'

/** These ask for no more than that their notice is kept. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense']
/** These ask for more of whoever passes the program on, and what development needs is not passed on. */
const FOR_DEVELOPMENT = [...PERMISSIVE, 'LGPL-3.0-or-later', 'MPL-2.0']

/** Whether an SPDX expression of ANDs and ORs can be met with these licences alone. */
export function isPermitted(expression: string, licences: readonly string[]): boolean {
  const anyOf = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return anyOf.some((choice) => choice.split(' AND ').every((one) => licences.includes(one.trim())))
}

export const licenceProblems = (packages: readonly InstalledPackage[]): string[] =>
  packages
    .filter(({ licence, isRuntime }) => !isPermitted(licence, isRuntime ? PERMISSIVE : FOR_DEVELOPMENT))
    .map(({ name, version, licence }) => `${name}@${version} is under ${licence}, which nobody has agreed to.`)

/** Which platforms a lock file has a package's builds for is up to the registry that it was made with, so they are listed as one. */
const PLATFORM = /\b(?:aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32)(?:-[\w-]+)?$/
const listed = (packages: readonly InstalledPackage[], toLine: (one: InstalledPackage) => string): string[] => [
  ...new Set(packages.map((one) => toLine({ ...one, name: one.name.replace(PLATFORM, '*') }))),
]

/** Builds as WebAssembly, and what only they need: no machine that this runs on gets them, and a lock file may be without. */
function withoutWebAssembly(packages: readonly InstalledPackage[]): readonly InstalledPackage[] {
  const { dependencies, devDependencies } = readManifest()
  const direct = new Set(Object.keys({ ...dependencies, ...devDependencies }))
  let kept = packages.filter(({ name }) => !name.includes('wasm32'))
  let dropped = packages.filter(({ name }) => name.includes('wasm32'))
  while (dropped.length > 0) {
    const needed = new Set(kept.flatMap(({ needs }) => needs))
    const left = new Set(dropped.flatMap(({ needs }) => needs).filter((one) => !needed.has(one)))
    dropped = kept.filter(({ name, version }) => left.has(`${name}@${version}`) && !direct.has(name))
    kept = kept.filter((one) => !dropped.includes(one))
  }
  return kept
}

export function licencesPage(all: readonly InstalledPackage[]): string {
  const packages = withoutWebAssembly(all)
  const runtime = packages.filter(({ isRuntime }) => isRuntime)
  const development = packages.filter(({ isRuntime }) => !isRuntime)
  const byLicence = [...Map.groupBy(development, ({ licence }) => licence)].sort(([a], [b]) => (a < b ? -1 : 1))
  return `# Licences

edge-brain is under the MIT licence. This page lists what else is in it; \`npm run licences\` writes it from the lock files, and \`npm run check\`
fails where it is not current or where a licence turns up that nobody has agreed to. \`npm run -s sbom\` gives the same as CycloneDX.

## Deployed: packages

May be under ${PERMISSIVE.join(', ')}, or a choice that has one of them. What the bundler leaves out of the Worker is listed too.

| package | version | licence |
|---|---|---|
${listed(runtime, ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}

## Deployed: models and data

| file | licence | made from |
|---|---|---|
${MODEL_FILES.map(({ file, licence, from }) => `| \`${file}\` | ${licence.replace('LicenseRef-WordNet', "WordNet's licence")} | ${from} |`).join('\n')}

## For development only

Not part of what is deployed; also allowed here: ${FOR_DEVELOPMENT.filter((one) => !PERMISSIVE.includes(one)).join(', ')}.

| licence | packages |
|---|---|
${byLicence.map(([licence, those]) => `| ${licence} | ${listed(those, ({ name, version }) => `${name} ${version}`).join(', ')} |`).join('\n')}
`
}

/** Writes the page; with --check it only tells whether that would change it. */
if (import.meta.main) {
  await runScript(async () => {
    const packages = allPackages()
    const problems = licenceProblems(packages)
    if (problems.length > 0) throw new Problem(problems.join('\n'))
    const [path, page] = [join(PROJECT_ROOT, PAGE), licencesPage(packages)]
    if (!process.argv.includes('--check')) writeFileSync(path, page)
    else if (readFileSync(path, 'utf8') !== page) throw new Problem(`${PAGE} is not current: run npm run licences.`)
  })
}

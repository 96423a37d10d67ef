import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { argumentProblem, Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { type Advisory, findVulnerable } from './advisories.ts'
import { allPackages, type InstalledPackage } from './installed-packages.ts'

const HELP = `Looks for known weaknesses of the packages in the lock files.

  npm run -s audit -- [--offline | --osv FOLDER [--save]]

  (nothing)     asks the registry, as npm audit does; where that has no advisories, goes on with the stored ones
  --offline     the advisories that are stored here, scripts/dependencies/advisories.json: few, and as old as they say
  --osv FOLDER  all advisories in a folder, in the OSV format: a clone of github.com/github/advisory-database, or OSV's export for npm, unpacked
  --save        and stores those that name a package of ours
`

const STORED = join(PROJECT_ROOT, 'scripts/dependencies/advisories.json')

interface Stored {
  /** The day on which they were looked up. */
  readonly taken: string
  /** What was looked through. */
  readonly source: string
  /** Packages that were looked for there, and of which nothing was found. */
  readonly noneFound?: readonly string[]
  readonly advisories: readonly Advisory[]
}

await runScript(async () => {
  let options: { offline?: boolean; osv?: string; save?: boolean; help?: boolean }
  try {
    options = parseArgs({
      options: {
        ...{ offline: { type: 'boolean' }, osv: { type: 'string' }, save: { type: 'boolean' } },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw argumentProblem(error, 'npm run audit -- --help tells more.')
  }
  const packages = allPackages()
  if (options.help) process.stdout.write(HELP)
  else if (options.osv !== undefined) auditFolder(packages, options.osv, options.save ?? false)
  else if (options.offline) auditStored(packages)
  else if (!auditByRegistry()) {
    process.stdout.write('The registry gives no advisories here.\n')
    auditStored(packages)
  }
})

/** false where the registry has no advisories, or cannot be reached. */
function auditByRegistry(): boolean {
  const run = spawnSync('npm', ['audit', '--json'], { cwd: PROJECT_ROOT, encoding: 'utf8', timeout: 60_000 })
  let report: { metadata?: { vulnerabilities?: { total?: number } }; vulnerabilities?: Record<string, object> }
  try {
    report = JSON.parse(run.stdout)
  } catch {
    return false
  }
  const total = report.metadata?.vulnerabilities?.total
  if (total === undefined) return false
  if (total > 0)
    throw new Problem(`The registry knows of weaknesses of ${Object.keys(report.vulnerabilities ?? {}).join(', ')}.`)
  process.stdout.write('The registry knows of no weakness of what is installed.\n')
  return true
}

function auditStored(packages: readonly InstalledPackage[]): void {
  const { taken, source, noneFound = [], advisories } = JSON.parse(readFileSync(STORED, 'utf8')) as Stored
  const named = new Set(advisories.flatMap(({ affected }) => affected?.map((one) => one.package?.name)))
  const names = new Set(packages.map(({ name }) => name))
  const count = (some: Iterable<string | undefined>) => [...some].filter((name) => names.has(name ?? '')).length
  const [known, clean] = [count(named), count(noneFound)]
  report(
    packages,
    advisories,
    `${advisories.length} stored advisories of ${taken} (${source}). Looked at were ${known + clean} of ${names.size} packages: ${known} have advisories, of ${clean} none was found; nobody looked at the other ${names.size - known - clean}`,
  )
}

function auditFolder(packages: readonly InstalledPackage[], folder: string, save: boolean): void {
  const names = new Set(packages.map(({ name }) => name))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const advisories = files
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Advisory)
    .filter(({ affected }) => affected?.some((one) => one.package?.ecosystem === 'npm' && names.has(one.package.name)))
    .map(({ id, summary, withdrawn, affected }) => ({ id, summary, withdrawn, affected }) as Advisory)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  if (files.length === 0) throw new Problem(`${folder} has no advisories.`)
  if (save) {
    const stored: Stored = {
      taken: new Date().toISOString().slice(0, 10),
      source: `all that name a package of ours among ${files.length} advisories`,
      advisories,
    }
    writeFileSync(STORED, `${JSON.stringify(stored, null, 2)}\n`)
  }
  report(packages, advisories, `${files.length} advisories, of which ${advisories.length} name a package of ours`)
}

function report(packages: readonly InstalledPackage[], advisories: readonly Advisory[], looked: string): void {
  const found = findVulnerable(packages, advisories)
  if (found.length > 0) {
    const lines = found.map(
      ({ package: { name, version, isRuntime }, advisory: { id, summary = '' } }) =>
        `${name}@${version} (${isRuntime ? 'deployed' : 'for development'}): ${id} ${summary}`,
    )
    throw new Problem(`${lines.join('\n')}\nLooked at: ${looked}.`)
  }
  process.stdout.write(`No known weakness among ${looked}.\n`)
}

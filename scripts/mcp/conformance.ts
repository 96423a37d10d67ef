import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Check } from './check.ts'
import type { Tools } from './installed-tools.ts'

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28']

/** Scenarios that call tools, prompts and resources of the suite's own reference server, or what the endpoint does not say it has. */
const OF_THE_REFERENCE_SERVER =
  /^(?:tools-call-|prompts-get-|resources-(?:read|templates-read|subscribe|unsubscribe)|completion-|logging-|elicitation-|input-required-|json-schema-|http-custom-header-|server-sse-)/

/** What has to be among the scenarios, so that a suite that changes its names does not pass with nothing. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    ...['server-stateless', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'caching'],
    ...['http-header-validation', 'sep-2164-resource-not-found'],
  ],
}

interface Result {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

/** The protocol's own suite, in each revision that it knows. */
export async function checkConformance(tools: Tools, endpoint: string): Promise<Check[]> {
  const checks: Check[] = []
  for (const revision of REVISIONS) checks.push(...(await checkRevision(tools, endpoint, revision)))
  return checks
}

async function checkRevision(tools: Tools, endpoint: string, revision: string): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-brain-conformance-'))
  try {
    const args = ['server', '--url', endpoint, '--suite', 'all', '--spec-version', revision, '-o', folder]
    const child = spawn(process.execPath, [tools.command('conformance'), ...args], { stdio: 'ignore' })
    await new Promise((ended) => child.once('close', ended))
    const scenarios = readdirSync(folder).map((name) => ({
      name: /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name,
      results: JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Result[],
    }))
    const missing = NEEDED[revision]!.filter((needed) => !scenarios.some(({ name }) => name === needed))
    return [
      ...missing.map((name) => ({ name: `conformance ${revision}: ${name}`, problem: 'was not run' })),
      ...scenarios
        .filter(({ name }) => !OF_THE_REFERENCE_SERVER.test(name))
        .flatMap(({ name, results }) => results.flatMap((result) => toCheck(`${revision}: ${name}`, result))),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toCheck(scenario: string, { id, status, errorMessage }: Result): Check[] {
  if (status === 'INFO' || status === 'SKIPPED') return []
  // A check that needs a tool of the reference server says so itself.
  if (status !== 'SUCCESS' && errorMessage?.startsWith('Not testable')) return []
  return [{ name: `conformance ${scenario}: ${id}`, problem: status === 'SUCCESS' ? null : (errorMessage ?? status) }]
}

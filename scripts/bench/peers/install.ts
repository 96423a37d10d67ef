import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../project-root.ts'
import { announce } from '../progress.ts'

/** What each peer needs. None of it is the project's own dependency: it is installed when the benchmark is run, into a folder that git ignores. */
export const PEER_PACKAGES = {
  'sqlite-vec': { 'sqlite-vec': '0.1.9' },
  hnswlib: { 'hnswlib-node': '3.0.0' },
  orama: { '@orama/orama': '3.1.18' },
  lancedb: { '@lancedb/lancedb': '0.39.0', 'apache-arrow': '18.1.0' },
  mem0: { mem0ai: '3.3.1', 'better-sqlite3': '13.0.3' },
  'server-memory': { '@modelcontextprotocol/server-memory': '2026.8.31' },
} as const satisfies Record<string, Record<string, string>>

export type PeerName = keyof typeof PEER_PACKAGES

const FOLDER = join(PROJECT_ROOT, 'node_modules/.cache/edge-brain-peers')
const INSTALL_MS = 300_000

/** Where the packages of a peer are; fails with a sentence where they cannot be had. */
export async function installPeer(name: PeerName): Promise<string> {
  const folder = join(FOLDER, name)
  const packages: Record<string, string> = PEER_PACKAGES[name]
  if (Object.entries(packages).every(([wanted, version]) => installed(folder, wanted) === version)) return folder
  announce(`Installing ${named(name)} for the comparison (kept in node_modules/.cache)`)
  mkdirSync(folder, { recursive: true })
  // Those with native code build it when they are installed, where that is allowed by name.
  const allowed = Object.fromEntries(Object.keys(packages).map((wanted) => [wanted, true]))
  const manifest = { name: `peer-${name}`, private: true, dependencies: packages, allowScripts: allowed }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  // Optional peers of a peer would bring half of npm.
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error']
  try {
    await promisify(execFile)('npm', args, { timeout: INSTALL_MS, cwd: folder })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(`it could not be installed: ${(stderr.trim() || message).split('\n').slice(0, 2).join(' ')}`)
  }
  return folder
}

export const named = (name: PeerName): string =>
  Object.entries(PEER_PACKAGES[name])
    .map(([wanted, version]) => `${wanted} ${version}`)
    .join(', ')

function installed(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null
}

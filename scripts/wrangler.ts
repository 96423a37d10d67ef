import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'

export interface WranglerRun {
  readonly code: number
  /** stdout and stderr; empty where the terminal got them. */
  readonly stdout: string
  readonly stderr: string
  /** What wrangler reports of itself for other programs, one entry a step. */
  readonly report: readonly WranglerEntry[]
}

export interface WranglerEntry {
  readonly type: string
  readonly targets?: readonly string[]
  readonly bundle_size?: { readonly raw_bytes: number; readonly gzip_bytes: number }
}

/** `show` leaves the terminal to wrangler, which may ask questions there. */
export type Wrangler = (args: readonly string[], output: 'show' | 'capture') => Promise<WranglerRun>

/** Runs the project's own wrangler, which sends nothing about its use anywhere. */
export const runWrangler: Wrangler = async (args, output) => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-brain-'))
  const reportFile = join(folder, 'report.ndjson')
  try {
    const child = spawn(process.execPath, [join(PROJECT_ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
      cwd: PROJECT_ROOT,
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_OUTPUT_FILE_PATH: reportFile,
      },
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk) => (stdout += chunk))
    child.stderr?.on('data', (chunk) => (stderr += chunk))
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve(status ?? 1))
    })
    return { code, stdout, stderr, report: readReport(reportFile) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path: string): WranglerEntry[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as WranglerEntry)
  } catch {
    return []
  }
}

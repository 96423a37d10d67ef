import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { downloadExport } from '../brain/export/download-export.ts'
import { createProgressBar } from '../brain/import/progress-bar.ts'
import { restoreExport } from '../brain/import/restore-export.ts'
import { Problem } from '../problem.ts'
import type { ServiceClient } from '../service-client.ts'

const BATCH = 50
const TELL_AGAIN_MS = 10_000

export interface Item {
  readonly text: string
  readonly [field: string]: unknown
}

/** All memories of all lives, each life with a persona of its own. */
export function lives(path: string): Item[] {
  if (!existsSync(path)) throw new Problem(`${path} does not exist.`)
  const all = JSON.parse(readFileSync(path, 'utf8')) as { lives?: Life[] } | Life[]
  return (Array.isArray(all) ? all : (all.lives ?? [])).flatMap(({ memories }, life) =>
    memories.map(({ text, source, session_id, metadata }) => ({
      text,
      source,
      session_id,
      metadata,
      persona: `life-${life}`,
    })),
  )
}

interface Life {
  readonly memories: readonly Item[]
}

/** A database that was just started may be too slow at first: what was not answered is told again, once. */
export async function tell(client: ServiceClient, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) {
    const told = () =>
      client.get('POST', '/brain/ingest/batch', { items: items.slice(at, at + BATCH) }, { 'idempotency-key': `b${at}` })
    await told().catch(() => pause(TELL_AGAIN_MS).then(told))
  }
}

/** An export in memory, without its header, which has the time. */
export async function exported(client: ServiceClient, vectors = true): Promise<string> {
  const parts: string[] = []
  const write = async (text: string) => void parts.push(text)
  await downloadExport({ client, exportPath: '/brain/export' }, new URLSearchParams({ vectors: String(vectors) }), {
    write,
  })
  return parts.join('')
}

export const withoutHeader = (file: string) => file.slice(file.indexOf('\n') + 1)

export async function restored(client: ServiceClient, text: string): Promise<void> {
  const bytes = Buffer.byteLength(text)
  const parts = (async function* () {
    yield { text, bytesRead: bytes }
  })()
  const file = { name: 'export', format: 'edge-brain' as const, bytes, parts }
  const end = { client, restorePath: '/brain/import?format=edge-brain' }
  const { problems } = await restoreExport(end, file, { dryRun: false }, createProgressBar('', false))
  if (problems[0]) throw new Problem(`${problems[0].at}: ${problems[0].detail}`)
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import type { PortableEnd } from './portable-end.ts'

const TRIES = 8

export interface ExportSummary {
  readonly counts: Readonly<Record<string, number>>
  readonly hash: string
}

/**
 * Writes an export as it comes. Where it breaks off it goes on from the last checkpoint, whose cursor is part of the stream and not of the
 * file; the hash in the last line says that nothing is missing.
 */
export async function downloadExport(
  { client, exportPath }: Pick<PortableEnd, 'client' | 'exportPath'>,
  query: URLSearchParams,
  output: NodeJS.WritableStream,
  progress: (memories: number) => void,
): Promise<ExportSummary> {
  let cursor: string | null = null
  let hash = ''
  let memories = 0
  for (let tried = 1; ; tried++) {
    const asked = new URLSearchParams(query)
    if (cursor !== null) asked.set('cursor', cursor)
    /** Since the last checkpoint: it is written when the next one has come, so that nothing is written twice. */
    let unwritten: string[] = []
    let unwrittenHash = hash
    try {
      for await (const line of client.lines!(`${exportPath}?${asked}`)) {
        const type = /^\{"type":"(\w+)"/.exec(line)?.[1]
        if (type === 'checkpoint' || type === 'end') {
          const mark = JSON.parse(line) as { cursor?: string; hash?: string; counts: Record<string, number> }
          if (type === 'end' && mark.hash !== unwrittenHash) throw new Problem('The export was changed on its way.')
          if (!output.write(`${[...unwritten, ...(type === 'end' ? [line] : [])].join('\n')}\n`))
            await once(output, 'drain')
          hash = unwrittenHash
          unwritten = []
          if (type === 'end') return { counts: mark.counts, hash }
          cursor = mark.cursor!
          tried = 0
          continue
        }
        unwritten.push(line)
        if (type !== undefined) unwrittenHash = createHash('sha256').update(`${unwrittenHash}\n${line}`).digest('hex')
        if (type === 'memory') progress(++memories)
      }
      throw new Problem('The export broke off.')
    } catch (error) {
      if (tried >= TRIES || (error instanceof Problem && /\(4\d\d\)$/.test(error.message))) throw error
      await sleep(2 ** tried * 250)
    }
  }
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import type { PortableEnd } from './portable-end.ts'

const TRIES = 8
/** Eight of them are longer than the minute that a plan's window has. */
const WINDOW_WAIT_MS = 10_000

export interface ExportSummary {
  readonly counts: Readonly<Record<string, number>>
  readonly hash: string
}

/** A place where an export can go on: what came before it is written, and is part of the hash. */
export interface ExportMark {
  readonly cursor: string
  readonly hash: string
  readonly memories: number
}

export interface ExportOutput {
  /** Lines, in order and none twice. `mark`: where an export that ends here would go on; null: it is whole. */
  write(text: string, mark: ExportMark | null): Promise<void>
  /** `share`: from 0 to 1; null: nobody knows. */
  progress?(memories: number, share: number | null): void
}

/** Writes to a stream, at its pace. */
export const toStream = (stream: NodeJS.WritableStream): ExportOutput => ({
  async write(text) {
    if (!stream.write(text)) await once(stream, 'drain')
  },
})

/** For whoever wants to know counts and hash alone. */
export const nowhere: ExportOutput = { write: async () => undefined }

/**
 * Writes an export as it comes. Where it breaks off it goes on from the last checkpoint, whose cursor is part of the stream and not of the
 * file; the hash in the last line says that nothing is missing. `from`: where one that was begun before goes on.
 */
export async function downloadExport(
  { client, exportPath }: Pick<PortableEnd, 'client' | 'exportPath'>,
  query: URLSearchParams,
  output: ExportOutput,
  from: ExportMark | null = null,
): Promise<ExportSummary> {
  let mark = from
  let share: number | null = null
  let isWriting = false
  const write = async (lines: readonly string[], next: ExportMark | null) => {
    isWriting = true
    await output.write(`${lines.join('\n')}\n`, next)
    isWriting = false
  }
  for (let tried = 1; ; tried++) {
    const asked = new URLSearchParams(query)
    if (mark !== null) asked.set('cursor', mark.cursor)
    /** Since the last checkpoint: it is written when the next one has come, so that nothing is written twice. */
    let unwritten: string[] = []
    let hash = mark?.hash ?? ''
    let memories = mark?.memories ?? 0
    try {
      for await (const line of client.lines!(`${exportPath}?${asked}`)) {
        const type = /^\{"type":"(\w+)"/.exec(line)?.[1]
        if (type === 'end') {
          const end = JSON.parse(line) as ExportSummary
          if (end.hash !== hash) throw new Problem('The export was changed on its way.')
          await write([...unwritten, line], null)
          return { counts: end.counts, hash }
        }
        if (type === 'checkpoint') {
          const { cursor, progress = null } = JSON.parse(line) as { cursor: string; progress?: number }
          const next = { cursor, hash, memories }
          await write(unwritten, next)
          mark = next
          share = progress
          unwritten = []
          tried = 0
          continue
        }
        unwritten.push(line)
        if (type !== undefined) hash = createHash('sha256').update(`${hash}\n${line}`).digest('hex')
        if (type === 'memory') output.progress?.(++memories, share)
      }
      throw new Problem('The export broke off.')
    } catch (error) {
      const status = error instanceof Problem ? /\((4\d\d)\)$/.exec(error.message)?.[1] : undefined
      if (isWriting || tried >= TRIES || (status !== undefined && status !== '429')) throw error
      await sleep(status === '429' ? WINDOW_WAIT_MS : 2 ** tried * 250)
    }
  }
}

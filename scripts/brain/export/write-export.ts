import { once } from 'node:events'
import { createWriteStream, renameSync } from 'node:fs'
import { createGzip } from 'node:zlib'
import type { createProgressBar } from '../import/progress-bar.ts'
import { downloadExport, type ExportSummary } from './download-export.ts'
import type { PortableEnd } from './portable-end.ts'

/** Writes an export to a file, packed where its name says so. A file that is not whole never has the name of one that is. */
export async function writeExport(
  end: PortableEnd,
  query: URLSearchParams,
  path: string,
  bar: ReturnType<typeof createProgressBar>,
): Promise<ExportSummary> {
  const partial = `${path}.partial`
  const file = createWriteStream(partial)
  const ended = once(file, 'close')
  const output = path.endsWith('.gz') ? createGzip() : file
  if (output !== file) output.pipe(file)
  const summary = await downloadExport(end, query, output, (memories) => bar.show(null, `${memories} memories`))
  output.end()
  await ended
  bar.end()
  renameSync(partial, path)
  return summary
}

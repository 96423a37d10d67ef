import { once } from 'node:events'
import { createWriteStream, existsSync, realpathSync, renameSync, statSync } from 'node:fs'
import { createGzip } from 'node:zlib'
import { Problem } from '../../problem.ts'
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
  // What is there and no plain file, a pipe or a device, is written to and never replaced; a link stays one.
  const isPlain = !existsSync(path) || statSync(path).isFile()
  const target = isPlain && existsSync(path) ? realpathSync(path) : path
  const partial = isPlain ? `${target}.partial` : path
  const file = createWriteStream(partial)
  const ended = once(file, 'close')
  const broken = ended.then(
    () => Promise.reject(new Problem(`${path} was closed before its end.`)),
    (error: Error) => Promise.reject(new Problem(`${path} cannot be written: ${error.message}.`)),
  )
  await Promise.race([new Promise((resolve) => file.once('open', resolve)), broken])
  const output = path.endsWith('.gz') ? createGzip() : file
  if (output !== file) output.pipe(file)
  const download = downloadExport(end, query, output, (memories) => bar.show(null, `${memories} memories`))
  const summary = await Promise.race([download, broken])
  output.end()
  await ended
  bar.end()
  if (isPlain) renameSync(partial, target)
  return summary
}

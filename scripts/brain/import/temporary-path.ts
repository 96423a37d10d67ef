import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | null = null
let paths = 0

/** A path for an archive of an archive; all of them are in one folder, which goes when the process ends. */
export function temporaryPath(): string {
  folder ??= newFolder()
  return join(folder, `${++paths}.zip`)
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'brain-import-'))
  const remove = () => rmSync(made, { recursive: true, force: true })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      remove()
      // Nobody listens any more, so that the process ends by the signal as it would have.
      process.kill(process.pid, signal)
    })
  return made
}

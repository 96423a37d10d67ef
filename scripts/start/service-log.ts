import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** The log and the one before it together stay under twice this. */
const MAX_BYTES = 8 * 1024 * 1024

export interface ServiceLog {
  write(chunk: Uint8Array | string): void
  close(): void
}

/** Keeps what the service logs, bounded in size: when the file is full it becomes `service.log.1` and a new one begins. */
export function openServiceLog(path: string, print: boolean, maxBytes = MAX_BYTES): ServiceLog {
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size

  function turnOver(): void {
    renameSync(path, `${path}.1`)
    closeSync(file)
    file = openSync(path, 'a', 0o600)
    size = 0
  }

  return {
    write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      if (print) process.stdout.write(bytes)
      try {
        if (size > 0 && size + bytes.byteLength > maxBytes) turnOver()
        size += writeSync(file, bytes)
      } catch {
        // A full disk must not take the service down with its log.
      }
    },
    close: () => closeSync(file),
  }
}

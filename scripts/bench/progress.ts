const began = performance.now()
let last = 0

/** One line on stderr that is overwritten on a terminal; elsewhere one every few seconds, so that a log shows that it goes on. */
export function progress(line: string): void {
  const now = performance.now()
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
  else if (line !== '' && now - last > 5_000) {
    last = now
    process.stderr.write(`[${((now - began) / 1000).toFixed(0)} s] ${line}\n`)
  }
}

/** A step that everybody should see begin. */
export function announce(line: string): void {
  last = performance.now()
  process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}[${((last - began) / 1000).toFixed(0)} s] ${line}\n`)
}

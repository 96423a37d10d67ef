/** In a burst, what is to be written waits for this long at most: one commit then does for all of it. */
const SPACING_MS = 100

/**
 * Writes after the turn that asked for it, so that no answer waits for it. A lone request is written at once; a burst, one commit for all
 * that comes within a moment. What counts is in memory meanwhile: a crash in that moment forgets it.
 */
export function createDebouncedWriter(
  waitUntil: (promise: Promise<void>) => void,
  write: () => void,
  spacingMs = SPACING_MS,
): () => void {
  let planned = false
  let writtenAt = 0
  return () => {
    if (planned) return
    planned = true
    // A clock that was set back must not make it wait for longer.
    const wait = Math.min(spacingMs, Math.max(0, writtenAt + spacingMs - Date.now()))
    waitUntil(
      scheduler.wait(wait).then(() => {
        planned = false
        writtenAt = Date.now()
        write()
      }),
    )
  }
}

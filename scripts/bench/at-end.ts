/** What has to be undone however the run ends: child processes, folders. The last one goes first. */
const left: (() => void | Promise<void>)[] = []

/** Returns what does it early. */
export function atEnd(undo: () => void | Promise<void>): () => Promise<void> {
  left.push(undo)
  return async () => {
    const at = left.lastIndexOf(undo)
    if (at < 0) return
    left.splice(at, 1)
    await undo()
  }
}

async function undoAll(): Promise<void> {
  for (let undo = left.pop(); undo; undo = left.pop()) {
    try {
      await undo()
    } catch {
      // What is gone already needs no undoing; the others still do.
    }
  }
}

/** Runs `work` and undoes what is left, also on Ctrl-C. */
export async function withCleanEnd(work: () => Promise<void>): Promise<void> {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    process.stderr.write('\nStopping …\n')
    void undoAll().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  try {
    await work().catch((error) => {
      // Whatever breaks while everything is being ended is no news: the end itself is on its way.
      if (stopping) return new Promise<never>(() => undefined)
      throw error
    })
  } finally {
    await undoAll()
    for (const signal of signals) process.off(signal, stop)
  }
}

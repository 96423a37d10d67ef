import type { Trace } from './trace.ts'
import { withTimeout } from './with-timeout.ts'

/** Something that takes time to load before the service can work. */
export interface Loadable {
  readonly loaded: boolean
  load(): Promise<void>
}

/**
 * Starts what is not loaded yet and waits at most `waitMs`; whether all is there. Why a load failed goes into the log line; it is tried
 * again by the next call.
 */
export async function waitForModels(models: readonly Loadable[], waitMs: number, trace: Trace): Promise<boolean> {
  const pending = models.filter((model) => !model.loaded)
  if (pending.length === 0) return true
  const loading = Promise.all(pending.map((model) => model.load())).then(
    () => true,
    (error: unknown) => {
      trace.notes.set('load_error', error instanceof Error ? error.message.slice(0, 200) : 'unknown')
      return false
    },
  )
  return withTimeout(
    waitMs,
    () => loading,
    () => new Error('still loading'),
  ).catch(() => false)
}

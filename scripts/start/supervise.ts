import type { Runtime } from './runtime.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** A runtime that ran so long was in order: the next end is not one of a series. */
const STEADY_MS = 60_000

interface Watch {
  readonly runtime: Runtime
  start(): Promise<Runtime>
  readonly stopAsked: Promise<'asked'>
  say(sentence: string): void
}

/** Starts a runtime that ended by itself again, each time after a longer wait, until somebody asks for the end. */
export async function supervise({ runtime: first, start, stopAsked, say }: Watch): Promise<void> {
  let runtime: Runtime | null = first
  let waitMs = FIRST_WAIT_MS
  while (runtime) {
    const begun = Date.now()
    const end = await Promise.race([stopAsked, runtime.ended])
    if (end === 'asked') return runtime.stop()
    if (Date.now() - begun > STEADY_MS) waitMs = FIRST_WAIT_MS
    const why = end.signal ?? `code ${end.code}${end.lastWords ? `: ${end.lastWords}` : ''}`
    say(`The runtime ended by itself (${why}).`)
    for (runtime = null; !runtime; ) {
      say(`It is started again in ${waitMs / 1000} s.`)
      if ((await unlessAsked(stopAsked, waitMs)) === 'asked') return
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      runtime = await start().catch((error: Error) => {
        say(error.message)
        return null
      })
    }
    say('The runtime is running again.')
  }
}

async function unlessAsked(stopAsked: Promise<'asked'>, waitMs: number): Promise<'asked' | 'over'> {
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<'over'>((resolve) => {
    timer = setTimeout(() => resolve('over'), waitMs)
  })
  const first = await Promise.race([stopAsked, wait])
  clearTimeout(timer)
  return first
}

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { AuthenticationError } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { sentenceOf } from './sentence-of.ts'

export type Answer<T> =
  | { readonly state: 'waiting'; readonly value: T | null }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: string; readonly value: T | null }

/** What came of a call: asked again whenever one of `deps` changes, and what is out of date is given up. The last answer stays in sight meanwhile. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]) {
  const { signOut } = useConsole()
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'waiting', value: null })
  const [round, setRound] = useState(0)
  const last = useRef<T | null>(null)
  useEffect(() => {
    const control = new AbortController()
    setAnswer({ state: 'waiting', value: last.current })
    // The client refuses at once what it could not send.
    const asked = async () => ask(control.signal)
    asked().then(
      (value) => {
        if (control.signal.aborted) return
        last.current = value
        setAnswer({ state: 'there', value })
      },
      (error: unknown) => {
        if (control.signal.aborted) return
        if (error instanceof AuthenticationError) signOut(SIGNED_OUT)
        else setAnswer({ state: 'failed', problem: sentenceOf(error), value: last.current })
      },
    )
    return () => control.abort()
  }, [...deps, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  return { answer, again }
}

const SIGNED_OUT = 'The key is not valid any more. Sign in again.'

/** For what is done and not shown: tells what went wrong, or signs out where the key is no more. */
export function useComplaint(): (error: unknown) => void {
  const { signOut, tell } = useConsole()
  return (error) => (error instanceof AuthenticationError ? signOut(SIGNED_OUT) : tell(sentenceOf(error)))
}

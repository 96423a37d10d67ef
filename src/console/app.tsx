import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type Console, ConsoleContext } from './context.ts'
import { Frame } from './frame.tsx'
import { forgetList } from './kept-list.ts'
import { sentenceOf } from './parts/sentence-of.ts'
import { go, readPlace, replacePlace, usePlace } from './router.ts'
import { clientOf, loadSession, NOBODY, type Session, saveSession, sessionOfTicket } from './session.ts'
import { applyTheme } from './theme.ts'
import { type Told, ToldLines } from './told.tsx'
import { SignIn } from './views/sign-in.tsx'

const TOLD_MS = 8_000

/** Signed out: the door. Signed in: the frame with the view that the address names. */
export function App() {
  const [session, setSession] = useState<Session>(loadSession)
  const [why, setWhy] = useState<string | null>(null)
  const [told, setTold] = useState<readonly Told[]>([])
  const place = usePlace()
  const ticket = place.view === 'sign-in' ? place.id : null
  useEffect(applyTheme, [])
  // A list that is taken away is kept: only after that can it be forgotten.
  useLayoutEffect(forgetList, [session])

  const signIn = useCallback((given: Session) => {
    saveSession(given)
    setWhy(null)
    setSession(given)
  }, [])
  const signOut = useCallback((reason?: string) => {
    saveSession(NOBODY)
    setSession(NOBODY)
    setTold([])
    setWhy(reason ?? null)
  }, [])
  const tell = useCallback((text: string, undo?: () => void) => {
    const line = { id: Math.random(), text, undo }
    setTold((lines) => [...lines.slice(-2), line])
    setTimeout(() => setTold((lines) => lines.filter(({ id }) => id !== line.id)), TOLD_MS)
  }, [])
  // A ticket is worth nothing after this, and leaves the address at once.
  useEffect(() => {
    if (!ticket) return
    replacePlace({ view: 'sign-in' })
    sessionOfTicket(ticket).then(
      (given) => {
        signIn(given)
        replacePlace({ view: '' })
      },
      (error: unknown) => {
        const { key, adminToken } = loadSession()
        if (key === null && adminToken === null)
          signOut(`${sentenceOf(error)} Sign in with the key, or have another link made.`)
        else {
          // Who is signed in stays so.
          tell(sentenceOf(error))
          replacePlace({ view: '' })
        }
      },
    )
  }, [ticket])
  const client = useMemo(() => clientOf(session), [session])
  const value = useMemo<Console>(() => {
    const { scopes, personas } = session.rights
    const may: Console['may'] = (scope) => scopes.includes(scope)
    return { client, session, may, isBound: personas !== null, tell, signIn, signOut }
  }, [client, session, tell, signIn, signOut])

  if (session.key === null && session.adminToken === null)
    return (
      <SignIn
        why={why}
        onSignIn={(given) => {
          signIn(given)
          if (readPlace(location.hash).view === 'sign-in') go({ view: '' })
        }}
      />
    )
  return (
    <ConsoleContext.Provider value={value}>
      <Frame place={place} />
      <ToldLines lines={told} onUndone={(id) => setTold((lines) => lines.filter((line) => line.id !== id))} />
    </ConsoleContext.Provider>
  )
}

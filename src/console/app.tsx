import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { type Console, ConsoleContext, type Scope } from './context.ts'
import { Frame } from './frame.tsx'
import { usePlace } from './router.ts'
import { clientOf, loadSession, type Session, saveSession } from './session.ts'
import { applyTheme } from './theme.ts'
import { type Told, ToldLines } from './told.tsx'
import { SignIn } from './views/sign-in.tsx'

const TOLD_MS = 8_000

/** Signed out: the door. Signed in: the frame with the view that the address names. */
export function App() {
  const [session, setSession] = useState<Session>(loadSession)
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'write', 'erase'])
  const [why, setWhy] = useState<string | null>(null)
  const [told, setTold] = useState<readonly Told[]>([])
  const place = usePlace()
  useEffect(applyTheme, [])

  const signIn = useCallback((given: Session, granted: readonly Scope[]) => {
    saveSession(given)
    setScopes(granted)
    setWhy(null)
    setSession(given)
  }, [])
  const signOut = useCallback((reason?: string) => {
    const none = { key: null, adminToken: null }
    saveSession(none)
    setSession(none)
    setWhy(reason ?? null)
  }, [])
  const tell = useCallback((text: string, undo?: () => void) => {
    const line = { id: Math.random(), text, undo }
    setTold((lines) => [...lines.slice(-2), line])
    setTimeout(() => setTold((lines) => lines.filter(({ id }) => id !== line.id)), TOLD_MS)
  }, [])
  const client = useMemo(() => clientOf(session), [session])
  const value = useMemo<Console>(
    () => ({ client, session, may: (scope) => scopes.includes(scope), tell, signOut }),
    [client, session, scopes, tell, signOut],
  )

  if (session.key === null && session.adminToken === null) return <SignIn why={why} onSignIn={signIn} />
  return (
    <ConsoleContext.Provider value={value}>
      <Frame place={place} />
      <ToldLines lines={told} onUndone={(id) => setTold((lines) => lines.filter((line) => line.id !== id))} />
    </ConsoleContext.Provider>
  )
}

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { BrainClient } from '../../packages/client/src/client.ts'
import type { Rights, Session } from './session.ts'

export type Scope = Rights['scopes'][number]

/** What every view has at hand. */
export interface Console {
  readonly client: BrainClient
  readonly session: Session
  /** Whether the key may do this; what it may not is not offered. */
  may(scope: Scope): boolean
  /** The key is bound to some personas: what concerns the whole account is not for it. */
  readonly isBound: boolean
  /** Tells in a line what happened, for some seconds, with a way back where there is one. */
  tell(text: string, undo?: () => void): void
  signIn(session: Session): void
  signOut(why?: string): void
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('A view stands outside of its frame.')
  return found
}

import type { Bound } from '../domain/account/persona.ts'

/** What is settled of a request that one part of the service makes to another for a caller. No header says so: it is a matter of this isolate. */
interface Settled {
  /** It reaches this persona alone, as a key that is bound to it would. */
  readonly persona: string | null
  /** The caller's own request has taken its place in the window. */
  readonly counted: boolean
  /** Why it is refused whatever the route makes of it: what the caller said and the request does not. */
  readonly problem: string | null
}

const NOTHING: Settled = { persona: null, counted: false, problem: null }

const settled = new WeakMap<Request, Settled>()

export const settle = (request: Request, what: Settled): void => void settled.set(request, what)

export const settledOf = (request: Request): Settled => settled.get(request) ?? NOTHING

/** The personas that a request may see and write: those of its key, or the one that it keeps to, which the account has allowed. */
export function boundOf(request: Request, ofKey: Bound): Bound {
  const { persona } = settledOf(request)
  return persona === null ? ofKey : [persona]
}

import type { Bound } from '../domain/account/persona.ts'

/** Requests that one part of the service makes to another for a caller who wants to reach one persona alone. */
const personas = new WeakMap<Request, string>()

/** Binds a request to a persona, as a key that is bound to it alone would be. No header says so: it is a matter of this isolate. */
export const narrow = (request: Request, persona: string): void => void personas.set(request, persona)

export const narrowedTo = (request: Request): string | null => personas.get(request) ?? null

/** The personas that a request may see and write: those of its key, or the one that it is narrowed to, which the account has allowed. */
export function boundOf(request: Request, ofKey: Bound): Bound {
  const persona = narrowedTo(request)
  return persona === null ? ofKey : [persona]
}

import * as z from 'zod/mini'
import { BrainError } from '../domain/errors.ts'
import type { AccountSummary } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import { about, text } from './fields.ts'

/** The account that a path names. */
export const accountParams = z.object({ account: about(text(1, 64), 'Its id or its name.') })

export function found<T>(value: T | null): T {
  if (value === null) throw new BrainError('not-found', 'There is no such account or key.')
  return value
}

export const accountOf = async (ports: Ports, reference: string): Promise<AccountSummary> =>
  found(await ports.accounts.show(reference))

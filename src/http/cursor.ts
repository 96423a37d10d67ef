import * as z from 'zod/mini'
import { BrainError } from '../domain/errors.ts'
import { recordNumber, toRecordId } from '../domain/record-id.ts'
import { about, integerParam, text } from './fields.ts'

/** Where a list goes on. It names the last one of a page, in a form that only this namespace understands. */
export const cursorParams = {
  limit: about(z._default(integerParam(1, 200), 50), 'How many at most.'),
  cursor: about(z.optional(text(1, 64)), '`next_cursor` of the page before.'),
}

export const toCursor = (namespace: string, number: number | null): string | null =>
  number === null ? null : toRecordId(namespace, number).replace('m_', 'p_')

/** A cursor that was not given out by this account is refused: it would silently begin somewhere else. */
export function fromCursor(namespace: string, cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const number = cursor.startsWith('p_') ? recordNumber(namespace, cursor.replace('p_', 'm_')) : null
  if (number === null) throw new BrainError('invalid-request', 'cursor: is none that this account was given')
  return number
}

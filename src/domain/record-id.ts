import { fnv1a } from '../runtime/fnv1a.ts'

/** `m_` and a text: opaque to whoever gets it, in the order of creation, and of one namespace alone. */
export type RecordId = `m_${string}`

const DIGITS = 8
const TAG_DIGITS = 4

const tagOf = (namespace: string, number: number): string =>
  (fnv1a(`${namespace} ${number}`) % 36 ** TAG_DIGITS).toString(36).padStart(TAG_DIGITS, '0')

/** The number of a record in its namespace, as it is shown. */
export const toRecordId = (namespace: string, number: number): RecordId =>
  `m_${number.toString(36).padStart(DIGITS, '0')}${tagOf(namespace, number)}`

/** null: no record of this namespace can have this id. */
export function recordNumber(namespace: string, id: string): number | null {
  const [, digits, tag] = /^m_([0-9a-z]{8,11})([0-9a-z]{4})$/.exec(id) ?? []
  if (digits === undefined) return null
  const number = Number.parseInt(digits, 36)
  return Number.isSafeInteger(number) && number > 0 && toRecordId(namespace, number) === id && tag ? number : null
}

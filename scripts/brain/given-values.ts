import { readFileSync } from 'node:fs'
import { usageProblem } from '../problem.ts'
import type { Call } from './command.ts'

/** A text that was given, or `-`: then it is read from the standard input. */
export const textOf = (given: string): string => (given === '-' ? readFileSync(0, 'utf8') : given)

export function numberOf(call: Call, name: string): number | undefined {
  const given = call.option(name)
  if (given === null) return undefined
  if (given.trim() === '' || Number.isNaN(Number(given))) throw usageProblem(`--${name}: must be a number.`)
  return Number(given)
}

/** True, false, null, numbers and what stands in quotes are taken for what they are: `"42"` is a text. */
const JSON_SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?|"(?:[^"\\\p{Cc}]|\\["\\/bfnrt])*")$/u
const scalarOf = (given: string): unknown => (JSON_SCALAR.test(given) ? JSON.parse(given) : given)

export const timeOf = (given: string | null): string | number | null =>
  given !== null && /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given

export function metadataOf(given: string | null): Record<string, unknown> | null {
  if (given === null) return null
  const pairs = new Map<string, unknown>()
  for (const pair of given.split(',')) {
    const at = pair.indexOf('=')
    if (at < 1) throw usageProblem('--metadata: must be KEY=VALUE.')
    const key = pair.slice(0, at)
    if (pairs.has(key)) throw usageProblem(`--metadata: ${key} was given twice.`)
    pairs.set(key, scalarOf(pair.slice(at + 1)))
  }
  return Object.fromEntries(pairs)
}

/** The options that were given, as a query string has them. */
export function queryOf(call: Call, names: Readonly<Record<string, string>>): string {
  const given = Object.entries(names).flatMap(([option, name]) => {
    const value = call.option(option)
    return value === null ? [] : [[name, value]]
  })
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

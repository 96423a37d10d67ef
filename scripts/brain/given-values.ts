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

/** As in a query string: true, false, null and numbers are taken for what they are. */
const scalarOf = (given: string): unknown =>
  /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(given) ? JSON.parse(given) : given

export const timeOf = (given: string | null): string | number | null =>
  given !== null && /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given

export function metadataOf(given: string | null): Record<string, unknown> | null {
  if (given === null) return null
  const pairs = given.split(',').map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw usageProblem('--metadata: must be KEY=VALUE.')
    return [pair.slice(0, at), scalarOf(pair.slice(at + 1))] as const
  })
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

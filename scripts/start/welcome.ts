import { relative } from 'node:path'
import { installation } from '#installation'
import { connectionsFor, FEW_FILES } from './file-limit.ts'

export interface Greeting {
  readonly url: string
  /** As it is written for the reader. */
  readonly stateFolder: string
  /** The key that was just made, or null where an earlier start made it. */
  readonly newKey: string | null
  /** With a ticket that signs in once; null where there is no console. */
  readonly consoleUrl: string | null
  readonly ready: boolean
  /** What health says of stores that cannot be used. */
  readonly problems: readonly string[]
  readonly keyWorks: boolean
  readonly listensBeyond: boolean
  /** How many files may be open. */
  readonly files: number
}

/** What a start says: everything that is needed for the first calls, and little else. */
export function welcome({ url, stateFolder: folder, newKey, ready, problems, keyWorks, ...where }: Greeting): string {
  const { consoleUrl } = where
  const key = newKey ?? `$(cat ${quoted(`${folder}/key`)})`
  const lines = [
    '',
    `edge-brain is running at ${url}`,
    '',
    newKey ? `  key         ${newKey}` : `  key         in ${folder}/key`,
    ...(newKey ? [`              kept in ${folder}/key, for you alone`] : []),
    ...(consoleUrl ? [`  console     ${consoleUrl}`] : []),
    ...(consoleUrl?.includes('#') ? ['              signs in once, within ten minutes'] : []),
    `  reference   ${url}/docs`,
    '',
    'Remember something, then ask for it:',
    '',
    `  ${curl(url, '/brain/ingest', key, { text: 'I live in Lisbon and work at Hooli.' })}`,
    '',
    `  ${curl(url, '/brain/retrieve', key, { query: 'Where do I live?' })}`,
    '',
    `Ctrl-C stops it; what it remembers stays in ${folder}.`,
  ]
  for (const problem of problems) lines.push(`Not usable yet: ${problem}`)
  if (!ready && problems.length === 0) lines.push('The models are still loading: the first calls may have to wait.')
  if (!keyWorks)
    lines.push(
      `The key in ${folder}/key is not valid here any more; make one with: ${installation.brain} keys create --plan enterprise`,
    )
  if (where.listensBeyond)
    lines.push('Other machines can reach it: there is no TLS here, so put it behind something that has.')
  if (where.files < FEW_FILES)
    lines.push(
      `Only ${where.files} files may be open at a time, so that at most ${connectionsFor(where.files)} connections are held; more with: ulimit -n 65536`,
    )
  return `${lines.join('\n')}\n`
}

const curl = (url: string, path: string, key: string, body: unknown) =>
  `curl -s ${url}${path} -H "x-api-key: ${key}" -H 'content-type: application/json' -d '${JSON.stringify(body)}'`

export function nearPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near !== '' && !near.startsWith('..') ? near : path
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path}'`)

/** What is said to a request that is not passed on. */
export interface Refusal {
  readonly status: 400 | 405
  readonly because: string
}

/** Those that the service uses anywhere. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The runtime knows these too, and the service answers them with the methods of the path. */
const KNOWN = new Set([
  ...METHODS,
  ...['PURGE', 'TRACE', 'COPY', 'LOCK', 'MKCOL', 'MOVE', 'PROPFIND', 'PROPPATCH', 'SEARCH', 'UNLOCK', 'ACL', 'REPORT'],
  ...['MKACTIVITY', 'CHECKOUT', 'MERGE', 'NOTIFY', 'SUBSCRIBE', 'UNSUBSCRIBE'],
])
const LINE = /^([^ ]+) ([^ ]+) HTTP\/(\d\.\d)$/

/** Why a request with this first line is none that the runtime would understand. */
export function refusalOfLine(line: string): Refusal | null {
  if (line.endsWith(' HTTP/2.0')) return { status: 400, because: 'HTTP/1.1 is spoken here.' }
  const [, method, target, version] = LINE.exec(line) ?? []
  if (!method || !target) return { status: 400, because: 'The first line is not METHOD PATH HTTP/1.1.' }
  if (version !== '1.1' && version !== '1.0') return { status: 400, because: 'HTTP/1.1 is spoken here.' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\0-\x1f\x7f]/.test(target)) return { status: 400, because: 'The path has a control character.' }
  return KNOWN.has(method) ? null : { status: 405, because: 'Nothing here takes this method.' }
}

import { messages } from './messages.ts'

const DEEPEST = 2
const UNITS = ['B', 'K', 'M', 'G']

/** Bytes as `ls -h` writes them: 0B, 34B, 1.5K, 2M. */
export function formatSize(bytes: number): string {
  const step = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const size = bytes / 1024 ** step
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${UNITS[step]}`
}

/** The files below a directory, two levels deep, with the directories between them and their sizes. Directories end with a slash. */
export function listDirectory(shownAs: string, directory: string, files: ReadonlyMap<string, number>): string {
  const sizes = new Map<string, number>()
  let total = 0
  for (const [path, size] of files) {
    const segments = path.slice(directory.length + 1).split('/')
    if (segments.some((segment) => segment.startsWith('.') || segment === 'node_modules')) continue
    total += size
    for (let depth = 1; depth <= Math.min(DEEPEST, segments.length); depth++) {
      const name = segments.slice(0, depth).join('/') + (depth < segments.length ? '/' : '')
      sizes.set(name, (sizes.get(name) ?? 0) + size)
    }
  }
  const entries = [...sizes].sort(([a], [b]) => (a < b ? -1 : 1))
  const base = shownAs.replace(/\/+$/, '')
  const lines = entries.map(([name, size]) => `${formatSize(size)}\t${base}/${name}`)
  return [messages.directory(shownAs), `${formatSize(total)}\t${shownAs}`, ...lines].join('\n')
}

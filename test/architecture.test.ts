import { describe, expect, it } from 'vitest'

const sources = import.meta.glob('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

interface Module {
  readonly path: string
  /** Every file that it imports, whether for values or for types alone. */
  readonly imports: readonly string[]
  readonly text: string
}

const modules: Module[] = Object.entries(sources).map(([file, text]) => {
  const path = file.replace('../src/', '')
  const imports = [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2]!)
    .filter((name) => name.startsWith('.'))
  return { path, text, imports: imports.map((name) => new URL(name, `file:///${path}`).pathname.slice(1)) }
})

const layerOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'root')
const isOurs = (path: string) => /\.tsx?$/.test(path) && !path.startsWith('packages/client/src/')
const adapterOf = (path: string) => path.split('/')[1]!

/** Who may import whom: mcp → http → pipelines → memory → ports ← adapters. Everyone may see domain and runtime, which see nobody else. */
const ALLOWED: Record<string, readonly string[]> = {
  runtime: ['runtime', 'domain'],
  domain: ['domain', 'runtime'],
  extraction: ['extraction', 'domain', 'runtime'],
  ports: ['ports', 'domain', 'runtime'],
  memory: ['memory', 'ports', 'domain', 'runtime'],
  pipelines: ['pipelines', 'memory', 'ports', 'domain', 'runtime'],
  http: ['http', 'pipelines', 'ports', 'domain', 'runtime'],
  mcp: ['mcp', 'http', 'domain', 'runtime'],
  adapters: ['adapters', 'extraction', 'memory', 'ports', 'domain', 'runtime'],
  // The web page: it has nothing of the service but the published client.
  console: ['console', 'packages'],
}

const COMPOSES_ADAPTERS = ['bootstrap/connect.ts', 'bootstrap/connect-cloud.ts', 'worker.ts', 'worker-cloud.ts']

describe('the architecture', () => {
  it('imports go one way', () => {
    const wrong = modules.flatMap(({ path, imports }) => {
      const allowed = ALLOWED[layerOf(path)]
      if (!allowed) return []
      return imports.filter((target) => !allowed.includes(layerOf(target))).map((target) => `${path} → ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('adapters never import one another', () => {
    const wrong = modules
      .filter(({ path }) => layerOf(path) === 'adapters')
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => layerOf(target) === 'adapters' && adapterOf(target) !== adapterOf(path))
          .map((target) => `${path} → ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('only the composition root knows adapters; the entry hands their Durable Objects to the platform', () => {
    const wrong = modules.filter(
      ({ path, imports }) =>
        layerOf(path) !== 'adapters' &&
        !COMPOSES_ADAPTERS.includes(path) &&
        imports.some((target) => layerOf(target) === 'adapters'),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('has no utils and no barrels', () => {
    expect(modules.filter(({ path }) => /(?:^|\/)utils?(?:\/|\.ts)/.test(path)).map(({ path }) => path)).toEqual([])
    expect(modules.filter(({ path }) => /(?:^|\/)index\.ts$/.test(path)).map(({ path }) => path)).toEqual([])
  })

  it('has no import cycles, types included', () => {
    expect(findCycles(new Map(modules.map(({ path, imports }) => [path, imports])))).toEqual([])
  })

  it('sees every import', () => {
    const known = new Set(modules.map(({ path }) => path))
    const unresolved = modules.flatMap(({ path, imports }) =>
      imports.filter((target) => isOurs(target) && !known.has(target)).map((target) => `${path} → ${target}`),
    )
    expect(unresolved).toEqual([])
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(modules.length)
  })

  it('leaves logging to the places that know what may be logged', () => {
    const allowed = ['http/middleware/request.ts', 'http/errors.ts', 'bootstrap/lifecycle.ts']
    const wrong = modules
      .filter(({ path, text }) => /\bconsole\.(?!(?:tsx?|html|js|css)\b)/.test(text) && !allowed.includes(path))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  // The engine builds such a class for every literal at every start, even in a function that never runs: they are made by pattern() instead.
  it('writes classes of characters like \\p{L} in no literal', () => {
    const wrong = modules.filter(({ text }) => /\/[^/`\n]*\\p\{[^/`\n]*\/[a-z]*[uv]/.test(text)).map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})

/** One cycle for each file that closes one, as a line to read. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (at: string, path: readonly string[]): void => {
    if (path.includes(at)) {
      found.push([...path.slice(path.indexOf(at)), at].join(' → '))
      return
    }
    if (done.has(at)) return
    for (const next of graph.get(at) ?? []) visit(next, [...path, at])
    done.add(at)
  }
  for (const at of graph.keys()) visit(at, [])
  return found
}

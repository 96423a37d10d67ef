import { describe, expect, it } from 'vitest'

const sources = import.meta.glob('../src/**/*.ts', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

interface Module {
  readonly path: string
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
const adapterOf = (path: string) => path.split('/')[1]!

/** Who may import whom: http → pipelines → ports ← adapters, and everyone may see domain, which sees nobody. */
const ALLOWED: Record<string, readonly string[]> = {
  domain: ['domain'],
  ports: ['ports', 'domain', 'config.ts'],
  pipelines: ['pipelines', 'ports', 'domain'],
  http: ['http', 'pipelines', 'ports', 'domain'],
  adapters: ['adapters', 'ports', 'domain'],
}

describe('the house', () => {
  it('imports go one way', () => {
    const wrong = modules.flatMap(({ path, imports }) => {
      const allowed = ALLOWED[layerOf(path)]
      if (!allowed) return []
      return imports
        .filter((target) => !allowed.includes(layerOf(target)) && !allowed.includes(target))
        .map((target) => `${path} → ${target}`)
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
        !['compose.ts', 'compose-cloud.ts', 'worker.ts', 'worker-cloud.ts'].includes(path) &&
        imports.some((target) => layerOf(target) === 'adapters'),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('has no utils, no barrels and no import cycles', () => {
    expect(modules.filter(({ path }) => /(?:^|\/)utils?(?:\/|\.ts)/.test(path)).map(({ path }) => path)).toEqual([])
    expect(modules.filter(({ path }) => /(?:^|\/)index\.ts$/.test(path)).map(({ path }) => path)).toEqual([])
    expect(findCycle(new Map(modules.map(({ path, text, imports }) => [path, withoutTypes(text, imports)])))).toBeNull()
  })

  it('leaves logging to the places that know what may be logged', () => {
    const allowed = ['http/middleware/request.ts', 'http/errors.ts', 'lifecycle.ts']
    const wrong = modules
      .filter(({ path, text }) => /\bconsole\./.test(text) && !allowed.includes(path))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})

/** A cycle of types alone is none when the program runs. */
const withoutTypes = (text: string, imports: readonly string[]) => {
  const typeOnly = [...text.matchAll(/^(?:import|export)\stype\s[^'"]*?from\s['"]([^'"]+)['"]/gm)].map(
    (match) => match[1]!.split('/').at(-1)!,
  )
  return imports.filter((target) => !typeOnly.includes(target.split('/').at(-1)!))
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (at: string, path: readonly string[]): string[] | null => {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at]
    if (done.has(at)) return null
    for (const next of graph.get(at) ?? []) {
      const cycle = visit(next, [...path, at])
      if (cycle) return cycle
    }
    done.add(at)
    return null
  }
  for (const at of graph.keys()) {
    const cycle = visit(at, [])
    if (cycle) return cycle
  }
  return null
}

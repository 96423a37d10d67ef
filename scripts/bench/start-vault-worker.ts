import { type BenchWorker, HEAP_FLAGS, startBenchWorker } from './bench-worker.ts'

export type Call = <T = Record<string, unknown>>(path: string, asked?: Record<string, string | number>) => Promise<T>

/** A bench's worker with a vault and a directory, and what asks it for JSON by a path and a query. */
export async function startVaultWorker(worker: string): Promise<BenchWorker & { readonly call: Call }> {
  const started = await startBenchWorker({ worker, objects: ['Vault', 'Directory'], v8Flags: HEAP_FLAGS })
  const call: Call = async (path, asked = {}) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${started.url}${path}?${query}`, { method: 'POST' })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
  return { ...started, call }
}

import type { StateFolder } from '../state-folder.ts'
import { announce } from './progress.ts'
import { startService } from './service.ts'
import { createTimedClient } from './timed-client.ts'
import { quantile } from './times.ts'

export interface ColdFigures {
  readonly chunks: number
  /** The first retrieve of a vault that is not in memory, in a Worker that is: what an eviction costs. */
  readonly vaultColdMs: number
  /** The first retrieve of all after the models are loaded: code that was never run and a vault that is not in memory. */
  readonly allColdMs: number
  readonly warmMs: number
  /** What the service said of the cold one. */
  readonly serverTiming: string
  /** The entry of it that tells that something was loaded; null: none does. */
  readonly toldBy: string | null
}

const WARM_UP = 30

/** `small` is the key of a small namespace, which warms the Worker and leaves the large one alone. */
export async function measureCold(
  folder: StateFolder,
  keys: { readonly large: string; readonly small: string },
  chunks: number,
  questions: readonly string[],
  starts: number,
): Promise<ColdFigures> {
  announce(`The first retrieve at ${chunks} chunks`)
  const vaultCold: number[] = []
  const allCold: number[] = []
  const warm: number[] = []
  let serverTiming = ''
  for (let i = 0; i < starts; i++) {
    const service = await startService(folder)
    const large = createTimedClient(service.url, keys.large)
    const ask = (at: number) => large.ask('/brain/retrieve', { query: questions[at % questions.length], k: 10 })
    if (i % 2 === 0) allCold.push((await ask(i)).ms)
    else {
      const small = createTimedClient(service.url, keys.small)
      for (let at = 0; at < WARM_UP; at++) await small.ask('/brain/retrieve', { query: questions[at], k: 10 })
      small.close()
      const first = await ask(i)
      vaultCold.push(first.ms)
      serverTiming = first.serverTiming
      for (let at = 0; at < 2 * WARM_UP; at++) {
        const { ms } = await ask(at)
        if (at >= WARM_UP) warm.push(ms)
      }
    }
    large.close()
    await service.stop()
  }
  const median = (list: readonly number[]) => quantile(list, 0.5)
  return {
    ...{ chunks, vaultColdMs: median(vaultCold), allColdMs: median(allCold), warmMs: median(warm), serverTiming },
    toldBy: serverTiming.split(', ').find((entry) => /^(load|cold|vault)/.test(entry)) ?? null,
  }
}

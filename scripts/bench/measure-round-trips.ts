import type { StateFolder } from '../state-folder.ts'
import { announce } from './progress.ts'
import { startService } from './service.ts'
import { statement } from './texts.ts'
import { createTimedClient, parseServerTiming } from './timed-client.ts'
import { summarise, type Times } from './times.ts'

export interface RoundTripFigures {
  readonly delayMs: number
  readonly retrieve: Times
  readonly ingest: Times
  /** how many round trips an answer says it made. */
  readonly roundTrips: { readonly retrieve: number; readonly ingest: number }
}

const DELAY_MS = 80
const WARM_UP = 10
/** Statements that no other part of the run stores. */
const FROM = 3_000_000

/** As if every object were on the other side of a continent. */
export async function measureRoundTrips(
  folder: StateFolder,
  key: string,
  questions: readonly string[],
  count: number,
): Promise<RoundTripFigures> {
  announce(`With ${DELAY_MS} ms in every round trip`)
  const service = await startService(folder, { ROUND_TRIP_DELAY_MS: String(DELAY_MS) })
  const client = createTimedClient(service.url, key)
  const retrieve: number[] = []
  const ingest: number[] = []
  const roundTrips = { retrieve: 0, ingest: 0 }
  for (let i = -WARM_UP; i < count; i++) {
    const asked = await client.ask('/brain/retrieve', { query: questions.at(i % questions.length), k: 10 })
    const told = await client.ask('/brain/ingest', { text: statement(FROM + WARM_UP + i).text })
    if (i < 0) continue
    retrieve.push(asked.ms)
    ingest.push(told.ms)
    roundTrips.retrieve = parseServerTiming(asked.serverTiming)['round-trips'] ?? 0
    roundTrips.ingest = parseServerTiming(told.serverTiming)['round-trips'] ?? 0
  }
  client.close()
  await service.stop()
  return { delayMs: DELAY_MS, retrieve: summarise(retrieve), ingest: summarise(ingest), roundTrips }
}

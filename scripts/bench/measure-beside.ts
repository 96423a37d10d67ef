import { worstBatch } from '../abuse/worst-batch.ts'
import { WARM_UP } from './plan.ts'
import { announce } from './progress.ts'
import { newStateFolder, startService } from './service.ts'
import { createTimedClient, type TimedClient } from './timed-client.ts'
import { summarise, type Times } from './times.ts'

export interface BesideFigures {
  /** One tenant's retrieves while nobody else asks for anything. */
  readonly idle: Times
  /** The same while another tenant has so many of the largest permitted batches read at a time. */
  readonly beside: readonly { readonly batches: number; readonly retrieve: Times; readonly longestMs: number }[]
}

const MEMORIES = 40
const IDLE = 200
const BATCHES = [1, 8]

/** A tenant's retrieves beside the worst that another one is permitted. */
export async function measureBeside(seconds: number): Promise<BesideFigures> {
  announce('Retrieving beside another tenant’s largest batch')
  const service = await startService(newStateFolder())
  const tenant = createTimedClient(service.url, (await service.newKey('tenant')).key)
  for (let i = 0; i < MEMORIES; i++)
    await tenant.ask('/brain/ingest', {
      text: `Maria${i} lives at Garden Street ${i} in Lisbon and works with Tom${i}.`,
    })
  let asked = 0
  const retrieve = async () => {
    const { ms } = await tenant.ask('/brain/retrieve', { query: `Where does Maria${asked++ % MEMORIES} live?` })
    return ms
  }
  for (let i = 0; i < WARM_UP; i++) await retrieve()
  const idle: number[] = []
  for (let i = 0; i < IDLE; i++) idle.push(await retrieve())

  const beside: BesideFigures['beside'][number][] = []
  for (const batches of BATCHES) {
    const { key } = await service.newKey(`other ${batches}`)
    const others = Array.from({ length: batches }, () => createTimedClient(service.url, key))
    const times = await whileSending(others, seconds, retrieve)
    beside.push({ batches, retrieve: summarise(times), longestMs: Math.max(...times) })
    for (const other of others) other.close()
  }
  tenant.close()
  await service.stop()
  return { idle: summarise(idle), beside }
}

/** What `measure` gives, again and again until every client has its answer or the time is over. */
async function whileSending(clients: readonly TimedClient[], seconds: number, measure: () => Promise<number>) {
  let answered = 0
  for (const [at, client] of clients.entries())
    client.post('/brain/ingest/batch', JSON.stringify(worstBatch(at))).then(
      () => answered++,
      () => answered++,
    )
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (answered < clients.length && performance.now() < end) times.push(await measure())
  return times
}

import { connect } from 'node:net'
import { createTimedClient } from '../bench/timed-client.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'
import { type StartedService, startedService } from './started-service.ts'
import { busyShare, untilIdle } from './until-idle.ts'
import { worstBatch } from './worst-batch.ts'

/** Generous: a retrieve takes some 10 to 20 ms when nothing else is going on. */
const LONGEST_MS = 2_000
const BESIDE_MS = 6_000
const BATCHES = 4
const BATCH_OPERATIONS = 20
/** All four batches take about that long on two cores, had they been worked off; given up, a second or two. */
const END_WITHIN_MS = 30_000

/** Whoever sends the most that is permitted holds nobody else up; and whoever leaves has nothing stored, and pays. */
export const worstIngest: AbuseCase = {
  name: 'the largest permitted ingests of one tenant do not hold another one up, and are given up when their client leaves',
  async run() {
    // With what stands before the runtime: whether it hears of a client that leaves is decided there.
    const service = await startedService()
    try {
      return await attack(service)
    } finally {
      await service.stop()
    }
  },
}

async function attack({ url, token, runtime }: StartedService): Promise<string[]> {
  const problems: string[] = []
  const attackersKey = await openAccount(url, token, 'attacker', 'free')
  const tenant = createTimedClient(url, await openAccount(url, token, 'tenant'))
  await tenant.ask('/brain/ingest', { text: 'I live in Lisbon and work at Hooli.' })
  const leave = Array.from({ length: BATCHES }, (_, at) => send(url, attackersKey, JSON.stringify(worstBatch(at))))

  let longestMs = 0
  const end = performance.now() + BESIDE_MS
  while (performance.now() < end) {
    const { status, ms, body } = await tenant.post('/brain/retrieve', JSON.stringify({ query: 'Where do I live?' }))
    if (status !== 200 || !body.includes('Lisbon'))
      problems.push(`a retrieve beside them answered ${status}: ${body.slice(0, 100)}`)
    longestMs = Math.max(longestMs, ms)
  }
  if (longestMs > LONGEST_MS) problems.push(`a retrieve beside them took ${longestMs.toFixed(0)} ms`)

  // Else nobody would leave anything.
  const share = await busyShare(runtime())
  if (share < 0.2) problems.push(`the batches were over before their client left: ${share.toFixed(2)} of a core`)
  for (const go of leave) go()
  if (!(await untilIdle(runtime(), END_WITHIN_MS))) problems.push(`the work did not end within ${END_WITHIN_MS} ms`)
  const attacker = createServiceClient(url, { key: attackersKey })
  const stats = await attacker.ask('POST', '/brain/stats', { user_id: 'x' })
  const { episodic_count: stored } = stats.body as { episodic_count: number }
  if (stored !== 0) problems.push(`${stored} chunks were stored of batches whose client had left`)
  const spent = 10_000 - Number(stats.headers.get('x-ops-remaining'))
  if (spent !== BATCHES * BATCH_OPERATIONS) problems.push(`${spent} operations were charged for ${BATCHES} batches`)
  // Such a text is stored when its client stays.
  const stays = await attacker.ask('POST', '/brain/ingest', worstBatch(BATCHES).items[0])
  const { episodic_chunks: chunks = 0 } = (stays.body ?? {}) as { episodic_chunks?: number }
  if (stays.status !== 200 || chunks === 0) problems.push(`one whose client stays: ${stays.status}, ${chunks} chunks`)
  tenant.close()
  return problems
}

/** Sends a batch over a connection of its own; what is returned closes it, as a client does that waited for long enough. */
function send(url: string, key: string, body: string): () => void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /brain/ingest/batch HTTP/1.1\r\nHost: ${hostname}\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return () => socket.destroy()
}

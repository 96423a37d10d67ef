import { connect } from 'node:net'
import { createTimedClient } from '../bench/timed-client.ts'
import { prepareLocalService } from '../faults/local-service.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { worstBatch } from './worst-batch.ts'

/** Generous: a retrieve takes some 10 to 20 ms when nothing else is going on. */
const LONGEST_MS = 2_000
const BESIDE_MS = 6_000
const BATCHES = 4
const BATCH_OPERATIONS = 20

/** Whoever sends the most that is permitted holds nobody else up; and whoever leaves has nothing stored, and pays. */
export const worstIngest: AbuseCase = {
  name: 'the largest permitted ingests of one tenant do not hold another one up, and are given up when their client leaves',
  async run() {
    const service = await prepareLocalService({})
    const runtime = await service.launch()
    const url = `http://127.0.0.1:${runtime.port}`
    try {
      const operator = createServiceClient(url, { token: service.adminToken })
      const newKey = async (name: string, plan: string) => {
        await operator.get('POST', '/admin/accounts', { name, plan })
        return (await operator.get<{ key: string }>('POST', `/admin/accounts/${name}/keys`, {})).key
      }
      return await attack(url, await newKey('attacker', 'free'), await newKey('tenant', 'enterprise'))
    } finally {
      await runtime.stop()
      service.close()
    }
  },
}

async function attack(url: string, attackersKey: string, tenantsKey: string): Promise<string[]> {
  const problems: string[] = []
  const tenant = createTimedClient(url, tenantsKey)
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

  for (const go of leave) go()
  await new Promise((resume) => setTimeout(resume, 3_000))
  const attacker = createServiceClient(url, { key: attackersKey })
  const stats = await attacker.ask('POST', '/brain/stats', { user_id: 'x' })
  const { episodic_count: stored } = stats.body as { episodic_count: number }
  if (stored !== 0) problems.push(`${stored} chunks were stored of batches whose client had left`)
  const spent = 10_000 - Number(stats.headers.get('x-ops-remaining'))
  if (spent !== BATCHES * BATCH_OPERATIONS) problems.push(`${spent} operations were charged for ${BATCHES} batches`)
  const after = await attacker.ask('POST', '/brain/ingest', { text: 'I live in Porto.' })
  if (after.status !== 200) problems.push(`an ingest after them answered ${after.status}`)
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { call } from './calls.ts'
import { newFolder, runToEnd, type StartedService, startService } from './service.ts'
import { startReceiver, until } from './webhook-receiver.ts'

const PRIVATE = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_SECONDS: '1,1,2,2,2,2,2,2' }

const started: { stop(): unknown }[] = []
const keep = <T extends { stop(): unknown }>(one: T): T => {
  started.push(one)
  return one
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

const api = (service: StartedService) => (method: string, path: string, body?: unknown) =>
  call(`${service.url}/brain/${path}`, method, body, { 'x-api-key': service.key() })

const idsIn = (body: string): string[] => JSON.parse(body).data.ids
const headersOf = (headers: object) => headers as Record<string, string>

describe('webhooks of a started service', () => {
  it('reach a receiver, signed, right after the change, and again until it answers', async () => {
    const receiver = keep(await startReceiver())
    const service = keep(await startService({ env: PRIVATE }))
    const ask = api(service)
    const { body: hook } = await ask('POST', 'webhooks', { url: receiver.url, events: ['memory.created'] })
    await ask('POST', 'ingest', { text: 'I live in Lisbon.' })
    await until(() => receiver.received.length === 1)
    const { body, headers } = receiver.received[0]!
    expect(new Webhook(hook.secret).verify(body, headersOf(headers))).toMatchObject({ type: 'memory.created' })

    receiver.state.status = 500
    await ask('POST', 'ingest', { text: 'The ferry leaves at nine.' })
    await until(() => receiver.received.length >= 3)
    receiver.state.status = 200
    await until(async () => {
      const { body } = await ask('GET', `webhooks/${hook.id}/deliveries`)
      return body.deliveries.every(({ status }: { status: string }) => status === 'delivered')
    })
    const [, ...tries] = receiver.received
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const { body, headers } of tries)
      expect(new Webhook(hook.secret).verify(body, headersOf(headers))).toBeTruthy()

    const brain = (...args: string[]) =>
      runToEnd('scripts/brain/brain.ts', ['--state', service.folder, ...args, '--json'])
    const json = async (...args: string[]) => JSON.parse((await brain(...args)).stdout)
    expect((await json('webhooks', 'list')).webhooks).toHaveLength(1)
    expect(await json('webhooks', 'test', hook.id)).toMatchObject({ type: 'webhook.test', status: 'delivered' })
    expect((await json('webhooks', 'deliveries', hook.id)).deliveries).toHaveLength(3)
    expect(await json('webhooks', 'remove', hook.id)).toEqual({ deleted: hook.id })
    const { entries } = await json('audit', '--limit', '3')
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['webhook.deleted', 'ingest', 'ingest'])
  })

  it('are told at least once of everything that was acknowledged before kill -9', async () => {
    const receiver = keep(await startReceiver())
    const folder = newFolder()
    const acknowledged: string[] = []
    let secret = ''
    // Nobody answers while the service lives: whatever is delivered in the end outlived a kill.
    receiver.state.status = 0
    for (let life = 0; life < 3; life++) {
      const service = await startService({ folder, env: PRIVATE })
      const ask = api(service)
      if (life === 0) secret = (await ask('POST', 'webhooks', { url: receiver.url })).body.secret
      for (let n = 0; n < 4; n++) {
        const { status } = await ask('POST', 'ingest', { text: `Box ${life * 10 + n} holds ${n + 3} blue cups.` })
        expect(status).toBe(200)
      }
      const { body } = await ask('GET', 'audit?action=ingest&limit=4')
      acknowledged.push(
        ...body.entries.flatMap((entry: { memories: { created: { ids: string[] } } }) => entry.memories.created.ids),
      )
      process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL')
      await service.stop('SIGKILL')
    }
    expect(new Set(acknowledged).size).toBe(12)
    receiver.state.status = 200
    const before = receiver.received.length
    keep(await startService({ folder, env: PRIVATE }))
    const told = () => new Set(receiver.received.slice(before).flatMap(({ body }) => idsIn(body)))
    await until(() => acknowledged.every((id) => told().has(id)), 90)
    for (const { body, headers } of receiver.received.slice(before))
      expect(new Webhook(secret).verify(body, headersOf(headers))).toBeTruthy()
  })

  it('never reach a private address unless the operator says so, whatever a name resolves to', async () => {
    const receiver = keep(await startReceiver())
    const folder = newFolder()
    const allowed = await startService({ folder, env: PRIVATE })
    const hook = (await api(allowed)('POST', 'webhooks', { url: receiver.url })).body
    await allowed.stop()
    const service = keep(await startService({ folder }))
    const ask = api(service)
    expect((await ask('POST', 'webhooks', { url: receiver.url })).status).toBe(400)
    // One that was there before is checked anew each time.
    const { body } = await ask('POST', `webhooks/${hook.id}/test`)
    expect(body).toMatchObject({ status: 'dead', answer_status: null, error: expect.stringMatching(/^url: /) })
    expect(receiver.received).toEqual([])
  })
})

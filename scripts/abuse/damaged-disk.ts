import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareLocalService } from '../faults/local-service.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'

const PAGE = 4096

/** What a failing disk does to a file of SQLite. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'its header is gone': (bytes) => flip(bytes, 0, 100),
  'the first bytes of most pages are flipped': (bytes) => {
    for (let at = PAGE; at < bytes.length; at += PAGE) flip(bytes, at, 64)
    return bytes
  },
  'the middle is flipped': (bytes) => flip(bytes, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3)),
  'half of it is missing': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2 / PAGE) * PAGE),
}

function flip(bytes: Buffer, from: number, count: number): Buffer {
  for (let at = from; at < Math.min(bytes.length, from + count); at++) bytes[at]! ^= 0xff
  return bytes
}

export const damagedDisk: AbuseCase = {
  name: 'a damaged vault or account is 503 for its account alone, and a copy brings it back',
  async run() {
    const problems: string[] = []
    const service = await prepareLocalService({})
    let runtime = await service.launch()
    const urlOf = () => `http://127.0.0.1:${runtime.port}`
    const first = await openAccount(urlOf(), service.adminToken, 'first')
    const say = { text: 'Alice lives in Paris. Bob works at Hooli in Lisbon.' }
    await createServiceClient(urlOf(), { key: first }).get('POST', '/brain/ingest', say)
    const files = ['Vault', 'Account'].map((kind) => onlyFileIn(join(service.folder.storage, `edge-brain-${kind}`)))
    const second = await openAccount(urlOf(), service.adminToken, 'second')
    await createServiceClient(urlOf(), { key: second }).get('POST', '/brain/ingest', say)
    await runtime.stop()

    /** Both ask everything of a fresh runtime. */
    async function look(what: string, isDamaged: boolean): Promise<void> {
      runtime = await service.launch()
      const calls = { retrieve: { query: 'Where does Alice live?' }, ingest: { text: `Seen: ${what}.` } }
      for (const [key, wanted] of [[first, isDamaged ? 503 : 200] as const, [second, 200] as const]) {
        const client = createServiceClient(urlOf(), { key })
        for (const [call, body] of Object.entries({ ...calls, export: undefined })) {
          const { status, body: answer } = await client.ask(body ? 'POST' : 'GET', `/brain/${call}`, body)
          const text = JSON.stringify(answer)
          const asWanted = status === wanted && (status !== 503 || text.includes('storage_damaged'))
          if (!asWanted)
            problems.push(
              `${what}: ${call} of the ${key === first ? 'first' : 'second'}: ${status} ${text.slice(0, 150)}`,
            )
          if (status === 200 && call === 'retrieve' && !text.includes('Paris')) problems.push(`${what}: Paris is lost`)
        }
      }
      const operator = createServiceClient(urlOf(), { token: service.adminToken })
      const { ready, damaged } = (await operator.ask('GET', '/brain/health')).body as {
        ready: boolean
        damaged?: string
      }
      if (!ready || (damaged !== undefined) !== isDamaged) problems.push(`${what}: health says ${ready}, ${damaged}`)
      if ((await operator.ask('GET', '/admin/accounts')).status !== 200) problems.push(`${what}: no list of accounts`)
      await runtime.stop()
    }

    for (const file of files) {
      copyFileSync(file, `${file}.copy`)
      const kind = file.includes('edge-brain-Vault') ? 'vault' : 'account'
      for (const [how, damage] of Object.entries(DAMAGES)) {
        writeFileSync(file, damage(readFileSync(`${file}.copy`)))
        await look(`${kind}, ${how}`, true)
        if (!readFileSync(service.folder.log, 'utf8').includes('"damaged":"'))
          problems.push(`${kind}, ${how}: not in the log`)
        for (const side of ['-wal', '-shm']) rmSync(`${file}${side}`, { force: true })
        copyFileSync(`${file}.copy`, file)
      }
      rmSync(`${file}.copy`)
      await look(`${kind}, restored`, false)
    }
    service.close()
    return problems
  },
}

function onlyFileIn(folder: string): string {
  const [name] = readdirSync(folder).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
  return join(folder, name!)
}

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareLocalService } from '../faults/local-service.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'

/** Where a byte is flipped, as a share of the log. */
const PLACES = [0, 0.1, 0.5, 0.9, 0.999]

export const damagedLog: AbuseCase = {
  name: 'a vault whose write-ahead log is damaged is 503 for its account alone, and its log stays as it is',
  async run() {
    const problems: string[] = []
    const service = await prepareLocalService({})
    let runtime = await service.launch()
    const client = (key: string) => createServiceClient(`http://127.0.0.1:${runtime.port}`, { key })
    const open = async (name: string) => {
      const key = await openAccount(client('').url, service.adminToken, name)
      for (const text of ['Alice lives in Paris.', 'Bob works at Hooli.', 'Tom plays the violin.'])
        await client(key).get('POST', '/brain/ingest', { text })
      return key
    }
    const first = await open('first')
    const [vault] = readdirSync(join(service.folder.storage, 'edge-brain-Vault')).filter((name) => name.length > 64)
    const log = join(service.folder.storage, 'edge-brain-Vault', `${vault!.slice(0, 64)}.sqlite-wal`)
    const second = await open('second')
    process.kill(Number(service.folder.read('pid')), 'SIGKILL')
    await runtime.ended
    const copy = `${service.folder.path}/copy`
    cpSync(service.folder.storage, copy, { recursive: true })

    async function look(what: string, isDamaged: boolean): Promise<void> {
      runtime = await service.launch()
      const { ready, damaged } = (await client('').ask('GET', '/brain/health')).body as {
        ready: boolean
        damaged?: string
      }
      if (!ready || (damaged !== undefined) !== isDamaged) problems.push(`${what}: health says ${ready}, ${damaged}`)
      for (const [key, wanted] of [[first, isDamaged ? 503 : 200] as const, [second, 200] as const]) {
        const { status, body } = await client(key).ask('POST', '/brain/retrieve', { query: 'Where does Alice live?' })
        const asWanted =
          status === wanted && JSON.stringify(body).includes(status === 503 ? 'storage_damaged' : 'Paris')
        if (!asWanted) problems.push(`${what}: the ${key === first ? 'first' : 'second'} got ${status}`)
      }
      await runtime.stop()
    }

    for (const place of PLACES) {
      const bytes = readFileSync(log)
      bytes[Math.floor(bytes.length * place)]! ^= 0xff
      writeFileSync(log, bytes)
      await look(`flipped at ${place}`, true)
      if (!readFileSync(log).equals(bytes)) problems.push(`flipped at ${place}: the log was changed`)
      rmSync(service.folder.storage, { recursive: true })
      cpSync(copy, service.folder.storage, { recursive: true })
    }
    await look('put back', false)
    service.close()
    return problems
  },
}

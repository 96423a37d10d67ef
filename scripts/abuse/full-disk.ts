import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareLocalService } from '../faults/local-service.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { newFolder } from '../servers/server.ts'
import { createServiceClient, type Reply } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'

const DISK_MB = 8

export const fullDisk: AbuseCase = {
  name: 'a full disk is 503 until there is room, loses nothing and is named',
  async run() {
    const disk = mountSmallDisk(newFolder('disk'))
    if (!disk) {
      process.stdout.write('    not tried: it needs the right to mount a file system\n')
      return []
    }
    try {
      return [...(await fillWhileItRuns()), ...startOn(disk)]
    } finally {
      disk.unmount()
      rmSync(disk.path, { recursive: true, force: true })
    }
  },
}

async function fillWhileItRuns(): Promise<string[]> {
  const problems: string[] = []
  const service = await prepareLocalService({})
  const disk = mountSmallDisk(service.folder.storage)!
  const runtime = await service.launch()
  const expect = (what: string, { status, body, headers }: Reply, wanted: number, code?: string) => {
    const answer = `${status} ${JSON.stringify(body).slice(0, 160)}`
    if (status !== wanted || (code && (body as { code?: string }).code !== code)) problems.push(`${what}: ${answer}`)
    if (status === 503 && !headers.get('retry-after')) problems.push(`${what}: no Retry-After`)
  }
  try {
    const url = `http://127.0.0.1:${runtime.port}`
    const operator = createServiceClient(url, { token: service.adminToken })
    const client = createServiceClient(url, { key: await openAccount(url, service.adminToken, 'first') })
    const ingest = (n: number) => client.ask('POST', '/brain/ingest', { text: longText(n), session_id: `s${n}` })
    const ask = () => client.ask('POST', '/brain/retrieve', { query: 'Where does Alice live?' })
    const health = async () => (await client.ask('GET', '/brain/health')).body as Record<string, unknown>
    expect('before', await client.ask('POST', '/brain/ingest', { text: 'Alice lives in Paris.' }), 200)
    // Full to the last byte, and with some room, which opens a file but does not fill it.
    for (const freeBytes of [0, 40_000, 90_000]) {
      disk.fill(freeBytes)
      for (let n = 0; n < 3; n++) expect(`ingest with ${freeBytes} bytes`, await ingest(n), 503, 'storage_full')
      // What the runtime gave up after a failed write has to be opened again, which takes more room than there may be.
      const asked = await ask()
      if (asked.status !== 200) expect(`retrieve with ${freeBytes} bytes`, asked, 503, 'storage_full')
    }
    disk.fill(0)
    expect('a new account', await operator.ask('POST', '/admin/accounts', { name: 'new', plan: 'free' }), 503)
    const during = await health()
    if (during.ready !== false || !/full/.test(String(during.neo4j)))
      problems.push(`health does not say so: ${JSON.stringify(during)}`)
    disk.empty()
    expect('with room again', await ingest(1), 200)
    const after = await ask()
    expect('retrieve with room again', after, 200)
    if (!JSON.stringify(after.body).includes('Paris')) problems.push('what was stored before is lost')
    // What a check found holds for some seconds.
    for (let tries = 0; (await health()).ready !== true; tries++) {
      if (tries === 20) return [...problems, 'health goes on to say that the disk is full']
      await new Promise((done) => setTimeout(done, 500))
    }
    return problems
  } finally {
    await runtime.stop()
    disk.unmount()
    service.close()
  }
}

/** On a disk without room the start ends with a sentence. */
function startOn(disk: SmallDisk): string[] {
  return [0, 60_000, 500_000].flatMap((freeBytes) => {
    disk.fill(freeBytes)
    const start = join(PROJECT_ROOT, 'scripts/start/start.ts')
    const state = join(disk.path, `state-${freeBytes}`)
    const { status, stderr } = spawnSync(process.execPath, [start, '--port', '0', '--state', state], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    return status === 1 && /full/.test(stderr) ? [] : [`a start with ${freeBytes} bytes left: ${status} ${stderr}`]
  })
}

type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/** A file system of some megabytes in memory, mounted over a folder. null: it may not be mounted. */
function mountSmallDisk(path: string) {
  const ballast = join(path, 'ballast')
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'ignore' })
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', path)
  } catch {
    return null
  }
  return {
    path,
    empty: () => rmSync(ballast, { force: true }),
    fill(freeBytes: number) {
      rmSync(ballast, { force: true })
      const { bavail, bsize } = statfsSync(path)
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
      } catch {
        // The service wrote something meanwhile: it is as full as it should be.
      }
    },
    unmount: () => run('umount', '-l', path),
  }
}

const longText = (n: number): string =>
  Array.from({ length: 60 }, (_, at) => `Crate ${n}-${at} belongs to customer ${n * 100 + at} of Harbour Street.`).join(
    ' ',
  )

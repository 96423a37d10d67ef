import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { barDamaged, barredObjects } from '../../scripts/start/bar-damaged.ts'
import { damagedLogs } from '../../scripts/start/damaged-logs.ts'
import { stateFolder } from '../../scripts/state-folder.ts'
import { call, newKey, withKey } from './calls.ts'
import { runToEnd, startService } from './service.ts'

const root = mkdtempSync(join(tmpdir(), 'edge-brain-logs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ID = 'a'.repeat(64)
const OBJECT = `Vault/${ID}`
const FRAME_BYTES = 24 + 4096
let made = 0

const insert = (database: DatabaseSync, rows: number) => {
  for (let n = 0; n < rows; n++) database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3_000))
}

/** A state folder with one vault, as a process that was killed leaves it; `change` is what became of its log since. */
function folderWith(change: (log: Buffer) => Buffer, write = (database: DatabaseSync) => insert(database, 20)) {
  const folder = stateFolder(join(root, String(made++)))
  const objects = join(folder.storage, 'edge-brain-Vault')
  mkdirSync(objects, { recursive: true })
  const path = join(objects, 'open.sqlite')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = 10; CREATE TABLE t (x TEXT)')
  write(database)
  for (const end of ['', '-wal']) copyFileSync(path + end, join(objects, `${ID}.sqlite${end}`))
  database.close()
  const log = join(objects, `${ID}.sqlite-wal`)
  writeFileSync(log, change(readFileSync(log)))
  return { folder, log, file: join(objects, `${ID}.sqlite`) }
}

const flipped = (at: (log: Buffer) => number) => (log: Buffer) => {
  log[at(log)]! ^= 0xff
  return log
}
/** In the last frame that has the salts of the log's header. */
function lastOfThisLog(log: Buffer): number {
  let at = 32
  while (log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) at += FRAME_BYTES
  return at - 10
}
const objectsIn = ({ folder }: ReturnType<typeof folderWith>) => damagedLogs(folder).map(({ object }) => object)

describe('logs of objects', () => {
  it('are sound as a killed process leaves them, cut off or not', () => {
    expect(objectsIn(folderWith((log) => log))).toEqual([])
    expect(objectsIn(folderWith((log) => log.subarray(0, -1_000)))).toEqual([])
    expect(objectsIn(folderWith(() => Buffer.alloc(0)))).toEqual([])
  })

  it('are sound with what a transaction left behind that was taken back', () => {
    const abandon = (database: DatabaseSync) => {
      database.exec('BEGIN')
      insert(database, 60)
      database.exec('ROLLBACK')
      insert(database, 1)
    }
    const { folder, log } = folderWith((bytes) => bytes, abandon)
    expect(readFileSync(log).length).toBeGreaterThan(20 * FRAME_BYTES)
    expect(damagedLogs(folder)).toEqual([])
  })

  it('are sound with what an earlier log left behind', () => {
    const again = (database: DatabaseSync) => {
      insert(database, 20)
      database.exec('PRAGMA wal_checkpoint(RESTART)')
      insert(database, 2)
    }
    expect(objectsIn(folderWith((log) => log, again))).toEqual([])
    // Killed between the header and the page of a frame.
    expect(objectsIn(folderWith(flipped(lastOfThisLog), again))).toEqual([])
  })

  it.each([
    ['the middle', (log: Buffer) => Math.floor(log.length / 2)],
    ['the first frame', () => 100],
    ['the salts of a frame', () => 32 + 5 * FRAME_BYTES + 10],
    ['the last frame', (log: Buffer) => log.length - 10],
    ['the header', () => 9],
    ['the magic number', () => 0],
  ])('are damaged where a byte was flipped in %s', (_, at) => {
    expect(objectsIn(folderWith(flipped(at)))).toEqual([OBJECT])
  })

  it('may lack their last transaction after a power cut, and no other', () => {
    const afterPowerCut = (at: (log: Buffer) => number) => {
      const { folder, log } = folderWith(flipped(at))
      utimesSync(log, new Date('2020-01-01'), new Date('2020-01-01'))
      return damagedLogs(folder).length
    }
    expect(afterPowerCut((log) => log.length - 10)).toBe(0)
    expect(afterPowerCut((log) => Math.floor(log.length / 2))).toBe(1)
  })
})

describe('an object with a damaged log', () => {
  it('cannot be opened, until its log is put back', () => {
    const { folder, log, file } = folderWith((bytes) => bytes)
    expect(barDamaged(folder)).toEqual([])
    const whole = readFileSync(log)
    writeFileSync(log, flipped((bytes) => Math.floor(bytes.length / 2))(readFileSync(log)))
    expect(barDamaged(folder)).toEqual([OBJECT])
    expect(barredObjects(folder)).toEqual([OBJECT])
    const damaged = readFileSync(log)
    const barred = new DatabaseSync(file)
    expect(() => barred.prepare('SELECT count(*) FROM t').get()).toThrow(/unable to open/)
    // Left open it is closed by the collector of garbage, and would take the log with it once the bar is gone.
    barred.close()
    expect(readFileSync(log).equals(damaged)).toBe(true)
    expect(barDamaged(folder)).toEqual([OBJECT])

    writeFileSync(log, whole)
    expect(barDamaged(folder)).toEqual([])
    expect(existsSync(`${file}-shm`)).toBe(false)
    const database = new DatabaseSync(file)
    expect(database.prepare('SELECT count(*) AS rows FROM t').get()).toEqual({ rows: 20 })
    database.close()
  })
})

it('is refused to its account alone, named, and served again when its loss is accepted', async () => {
  const first = await startService()
  const key = first.key()
  await withKey(first, key)('ingest', { text: 'Emma lives in Lyon.' })
  const vaults = join(first.folder, 'storage/edge-brain-Vault')
  const [file] = readdirSync(vaults).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  const log = join(vaults, `${file}-wal`)
  const early = readFileSync(log).length
  await withKey(first, key)('ingest', { text: 'Tom works at Hooli.' })
  await withKey(first, key)('ingest', { text: 'Ines plays the violin.' })
  const other = await newKey(first, 'enterprise')
  await withKey(first, other)('ingest', { text: 'The cellar is damp.' })
  // Neither the runtime nor whoever would start it again may close the file in order.
  first.process.kill('SIGSTOP')
  process.kill(Number(readFileSync(join(first.folder, 'pid'), 'utf8')), 'SIGKILL')
  await first.stop('SIGKILL')
  writeFileSync(log, flipped(() => early + 2_000)(readFileSync(log)))
  const damaged = readFileSync(log)

  const object = `Vault/${file!.slice(0, 64)}`
  const second = await startService({ folder: first.folder })
  expect(second.output()).toContain(`The log of ${object} is damaged`)
  expect((await call(`${second.url}/brain/health`, 'GET')).body).toMatchObject({
    ready: true,
    damaged: expect.stringContaining('1 vault'),
  })
  expect(readFileSync(join(first.folder, 'service.log'), 'utf8')).toContain(`"damaged":"${object}"`)
  for (const [name, body] of [
    ['retrieve', { query: 'Where does Emma live?' }],
    ['ingest', { text: 'Olga lives in Oslo.' }],
  ] as const) {
    expect(await withKey(second, key)(name, body)).toMatchObject({ status: 503, body: { code: 'storage_damaged' } })
    expect((await withKey(second, other)(name, body)).status).toBe(200)
  }
  const doctor = (...args: string[]) => runToEnd('scripts/brain/brain.ts', [...args, '--state', first.folder])
  expect((await doctor('doctor')).stdout).toContain(`accept-loss ${object}`)
  expect((await doctor('accept-loss', object, '--yes')).stderr).toContain('already running')
  await second.stop()
  expect(readFileSync(log).equals(damaged)).toBe(true)

  expect((await doctor('doctor')).stdout).toContain(`accept-loss ${object}`)
  expect((await doctor('accept-loss', object)).stderr).toContain('Nothing was done')
  expect(await doctor('accept-loss', object, '--yes')).toMatchObject({ code: 0 })
  const third = await startService({ folder: first.folder })
  onTestFinished(async () => void (await third.stop()))
  expect(third.output()).not.toContain('damaged')
  const answer = await withKey(third, key)('retrieve', { query: 'Where does Emma live?' })
  expect(answer).toMatchObject({ status: 200, body: { context: expect.stringContaining('Lyon') } })
  expect((await withKey(third, key)('ingest', { text: 'Olga lives in Oslo.' })).status).toBe(200)
})

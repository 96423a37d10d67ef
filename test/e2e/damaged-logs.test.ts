import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { damagedLogs } from '../../scripts/start/damaged-logs.ts'
import { stateFolder } from '../../scripts/state-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'edge-brain-logs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A state folder with one log, as a process that was killed leaves it; `change` is what became of it since. */
function folderWith(name: string, change: (log: Buffer) => Buffer) {
  const folder = stateFolder(join(root, name))
  const objects = join(folder.storage, 'edge-brain-Vault')
  mkdirSync(objects, { recursive: true })
  const database = new DatabaseSync(join(root, `${name}.sqlite`))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x TEXT)')
  for (let n = 0; n < 20; n++) database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3_000))
  const log = join(objects, 'a.sqlite-wal')
  copyFileSync(join(root, `${name}.sqlite-wal`), log)
  database.close()
  writeFileSync(log, change(readFileSync(log)))
  return folder
}

const flipped = (at: (log: Buffer) => number) => (log: Buffer) => {
  log[at(log)]! ^= 0xff
  return log
}

describe('logs of objects', () => {
  it('are sound as a killed process leaves them, cut off or not', () => {
    expect(damagedLogs(folderWith('whole', (log) => log))).toEqual([])
    expect(damagedLogs(folderWith('cut', (log) => log.subarray(0, -1_000)))).toEqual([])
    expect(
      damagedLogs(
        folderWith(
          'torn',
          flipped((log) => log.length - 10),
        ),
      ),
    ).toEqual([])
    expect(damagedLogs(folderWith('empty', () => Buffer.alloc(0)))).toEqual([])
  })

  it('are found out where something in them was changed', () => {
    for (const [name, at] of [
      ['middle', 0.5],
      ['beginning', 0.05],
    ] as const)
      expect(
        damagedLogs(
          folderWith(
            name,
            flipped((log) => Math.floor(log.length * at)),
          ),
        ),
      ).toHaveLength(1)
    expect(
      damagedLogs(
        folderWith(
          'head',
          flipped(() => 9),
        ),
      ),
    ).toHaveLength(1)
    expect(
      damagedLogs(
        folderWith(
          'magic',
          flipped(() => 0),
        ),
      ),
    ).toHaveLength(1)
  })
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../scripts/servers/server.ts'
import { lockFile } from '../../scripts/start/file-lock.ts'
import { lockStateFolder } from '../../scripts/start/lock.ts'
import { readServiceConfig } from '../../scripts/start/service-config.ts'
import { openStateFolder, type StateFolder } from '../../scripts/state-folder.ts'
import { readWorkerSettings } from '../../scripts/worker-settings.ts'

let folder: StateFolder
beforeEach(() => {
  folder = openStateFolder(newFolder('damaged'))
})
afterEach(() => rmSync(folder.path, { recursive: true, force: true }))

describe('a state folder that is damaged', () => {
  it('has a lock that is none: the start does not take it for another service', () => {
    writeFileSync(folder.lock, 'no database, and long enough to be looked at')
    expect(() => lockStateFolder(folder)).toThrow(/lock cannot be used \(file is not a database\).*delete it/)
  })

  it('is told from one that is in use', () => {
    const lock = lockStateFolder(folder)
    expect(() => lockStateFolder(folder)).toThrow('already running')
    lock.release()
  })

  it('is in use by a Node without SQLite too, which has a lock that every Node sees', () => {
    const lock = lockFile(`${folder.lock}.held`)
    expect(() => lockStateFolder(folder)).toThrow('already running')
    if (lock && lock !== 'taken') lock.release()
    lockStateFolder(folder).release()
  })

  it.each(['', 'cut'])('has a secret that was cut off: no other is made in its place (%j)', (left) => {
    writeFileSync(join(folder.path, 'key-secret'), left)
    expect(() => readServiceConfig(folder, readWorkerSettings(), {})).toThrow(/key-secret is damaged.*voids every key/)
  })
})

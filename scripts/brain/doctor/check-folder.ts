import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '#installation'
import { SCHEMA_VERSION } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { openDatabase } from '../../sqlite.ts'
import { barredObjects } from '../../start/bar-damaged.ts'
import { damagedLogs } from '../../start/damaged-logs.ts'
import { lockStateFolder } from '../../start/lock.ts'
import type { StateFolder } from '../../state-folder.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const LITTLE_BYTES = 1024 ** 3
const TOO_LITTLE_BYTES = 100 * 1024 ** 2
const SECRETS = ['key', 'key-secret', 'admin-token']
/** So many vaults are looked into, those that changed last; how long their pages are gone through is bounded too. */
const MOST_VAULTS = 200
const CHECKING_MS = 3_000
const MOST_CHECKED_BYTES = 64 * 1024 ** 2

/** Whether somebody holds the lock of the folder: a started service does. */
export function isInUse(folder: StateFolder): boolean {
  if (!existsSync(folder.lock) && !existsSync(`${folder.lock}.held`)) return false
  try {
    lockStateFolder(folder).release()
    return false
  } catch {
    return true
  }
}

export function checkFolder(folder: StateFolder, isRunning: boolean): Finding[] {
  if (!existsSync(folder.path))
    return [
      warn(
        'state folder',
        `${folder.path} is not there yet`,
        `${installation.start} makes it; or name another with --state`,
      ),
    ]
  return [
    ...checkRights(folder),
    checkLock(folder, isRunning),
    checkSpace(folder),
    checkLogs(folder, isRunning),
    checkVaults(folder),
  ]
}

/** What was stored last stands in logs; those of a running service are being written. */
function checkLogs(folder: StateFolder, isRunning: boolean): Finding {
  const [first, ...more] = isRunning ? barredObjects(folder) : damagedLogs(folder).map(({ object }) => object)
  if (first === undefined) return ok('logs', 'none is damaged')
  return fail(
    'logs',
    `that of ${first} is damaged${more.length > 0 ? `, and ${more.length} more` : ''}`,
    `stop the service and put its files back from a copy, or go on without what was lost: ${installation.brain} accept-loss ${first}`,
  )
}

function checkRights({ path }: StateFolder): Finding[] {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [fail('state folder', `${path} cannot be written by this user`, 'run it as the user who owns the folder')]
  }
  const open = (name: string) => existsSync(join(path, name)) && (statSync(join(path, name)).mode & 0o077) !== 0
  const secrets = SECRETS.filter(open)
  return [
    open('.')
      ? warn('state folder', `others may look into ${path}`, `chmod 700 ${path}, unless that is meant`)
      : ok('state folder', `${path}, for this user alone`),
    ...(secrets.length > 0
      ? [
          fail(
            'secrets',
            `others may read ${secrets.join(', ')}`,
            `chmod 600 them in ${path}; make new ones if they did`,
          ),
        ]
      : []),
  ]
}

function checkLock(folder: StateFolder, isRunning: boolean): Finding {
  const pid = Number(folder.read('pid'))
  if (isRunning) return ok('lock', `a service runs on it${pid ? `, its runtime is process ${pid}` : ''}`)
  return pid > 0 && isAlive(pid)
    ? warn(
        'lock',
        `process ${pid} may be a runtime that an earlier start left behind`,
        `${installation.start} ends it first`,
      )
    : ok('lock', 'free: no service runs on it')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function checkSpace({ path }: StateFolder): Finding {
  const { bavail, bsize, ffree, files } = statfsSync(path)
  const free = bavail * bsize
  const shown = `${(free / 1024 ** 3).toFixed(1)} GB free`
  const todo = 'make room, or move the folder to a larger disk and name it with --state'
  if (free < TOO_LITTLE_BYTES) return fail('free space', shown, todo)
  // Some file systems count no files.
  if (files > 0 && ffree < 1_000) return fail('free space', `${shown}, but only ${ffree} more files`, todo)
  return free < LITTLE_BYTES ? warn('free space', shown, todo) : ok('free space', shown)
}

/** Their layout, and whether they can be read at all. */
function checkVaults({ storage }: StateFolder): Finding {
  if (!openDatabase) return warn('vaults', 'not looked into', 'a Node of 22.13 or newer can')
  const newest = vaultsIn(storage).slice(0, MOST_VAULTS)
  const deadline = Date.now() + CHECKING_MS
  const versions = newest.map(({ path, bytes }) => ({
    path,
    version: versionOf(path, bytes <= MOST_CHECKED_BYTES && Date.now() < deadline),
  }))
  const unreadable = versions.filter(({ version }) => version === null)
  if (unreadable.length > 0)
    return fail(
      'vaults',
      `${unreadable.length} damaged, the first is ${unreadable[0]!.path}`,
      'restore it from a backup; docs/operations.md says how',
    )
  const newer = versions.filter(({ version }) => version! > SCHEMA_VERSION).length
  if (newer > 0)
    return fail('vaults', `${newer} were written by a newer version of the service`, 'install that version again')
  const older = versions.filter(({ version }) => version! > 0 && version! < SCHEMA_VERSION).length
  return ok(
    'vaults',
    `${newest.length} looked at, layout ${SCHEMA_VERSION}${older > 0 ? `; ${older} older ones migrate when they are next used` : ''}`,
  )
}

function vaultsIn(storage: string): { path: string; changedAt: number; bytes: number }[] {
  const home = existsSync(storage) ? readdirSync(storage).find((name) => name.endsWith('-Vault')) : undefined
  if (!home) return []
  return readdirSync(join(storage, home))
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(storage, home, name))
    .map((path) => ({ path, stats: statSync(path) }))
    .map(({ path, stats }) => ({ path, changedAt: stats.mtimeMs, bytes: stats.size }))
    .sort((a, b) => b.changedAt - a.changedAt)
}

/** 0: nothing was ever written to it; null: it cannot be read, or its pages are damaged. */
function versionOf(path: string, checked: boolean): number | null {
  try {
    const database = openDatabase!(path, { readOnly: true })
    try {
      const hasMeta = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get() !== undefined
      if (!hasMeta) return 0
      const [first] = checked ? database.prepare('PRAGMA quick_check(1)').all() : []
      if (first && first.quick_check !== 'ok') return null
      const row = database.prepare("SELECT value FROM meta WHERE key = 'version'").get() as { value: number }
      return Number(row.value)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

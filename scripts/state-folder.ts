import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from './problem.ts'

/** Where `npm start` keeps everything, and where the CLI finds the key, the operator's token and the address. */
export interface StateFolder {
  readonly path: string
  /** Durable Object storage: what the service remembers. */
  readonly storage: string
  /** The bundled Worker and its configuration; written anew at every start. */
  readonly worker: string
  readonly log: string
  readonly lock: string
  read(name: StateFile): string | null
  /** Readable by the user alone, and never half-written. */
  write(name: StateFile, value: string): void
  remove(name: StateFile): void
}

/** `pid` is the runtime's, `url` where it was last reached, `embedder` whose vectors all accounts have. */
export type StateFile =
  | 'key'
  | 'key-secret'
  | 'admin-token'
  | 'pid'
  | 'url'
  | 'embedder'
  | `deployed-admin-token${string}`

export function stateFolder(path: string): StateFolder {
  const file = (name: StateFile) => join(path, name)
  return {
    path,
    storage: join(path, 'storage'),
    worker: join(path, 'worker'),
    log: join(path, 'service.log'),
    lock: join(path, 'lock'),
    read: (name) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8').trim() || null : null),
    write(name, value) {
      writeFileSync(`${file(name)}.new`, `${value}\n`, { mode: 0o600 })
      renameSync(`${file(name)}.new`, file(name))
    },
    remove: (name) => rmSync(file(name), { force: true }),
  }
}

/** Makes the folder, private to the user, or says why it cannot be used. One that was there keeps the rights that somebody gave it. */
export function openStateFolder(path: string): StateFolder {
  const folder = stateFolder(path)
  try {
    makeFolder(path)
    for (const inner of [folder.storage, folder.worker]) makeFolder(inner)
    writeProbe(join(path, 'probe'))
  } catch (error) {
    throw new Problem(`The state folder ${path} cannot be written (${reasonOf(error)}); choose another with --state.`)
  }
  return folder
}

/** Files of the runtime in the folders of the classes, such as `storage/edge-brain-Vault/ID.sqlite`. */
export const storageFiles = ({ storage }: StateFolder, ending: string): string[] =>
  existsSync(storage)
    ? readdirSync(storage, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => readdirSync(join(storage, name)).map((file) => join(storage, name, file)))
        .filter((path) => path.endsWith(ending))
    : []

/** A start that finds no room for this cannot write its bundle, lock and database either, and each would say it in its own way. */
const PROBE_BYTES = 256 * 1024

/** Asking for permission is not enough: a read-only file system grants it and fails on the write, and a full one fails on the first byte. */
function writeProbe(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(PROBE_BYTES))
  } finally {
    rmSync(path, { force: true })
  }
}

/** One by one: where nothing can be made, as below /proc, Node's own recursion never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Deletes what the service has written there, and nothing else that may lie in the folder. */
export function forgetEverything(folder: StateFolder): void {
  const names = [
    'storage',
    'worker',
    'service.log',
    'service.log.1',
    'key',
    'key-secret',
    'admin-token',
    'pid',
    'url',
    'schedule.sock',
    'http.sock',
  ]
  for (const name of names) rmSync(join(folder.path, name), { recursive: true, force: true })
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'EROFS') return 'the file system is read-only'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  return code ?? String(error)
}

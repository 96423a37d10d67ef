import { BrainError } from '../../domain/errors.ts'
import { HOUR_MS } from '../../runtime/duration.ts'
import type { Directory } from './directory.ts'
import { type StorageFailure, storageFailureOf } from './storage-failure.ts'

/** What this isolate has seen of the storage. Lives longer than a request. */
export interface StorageState {
  /** When a write last failed for want of room. */
  fullAt: number
  /** Objects by their ids, which name their files, and when each was last found damaged. */
  readonly damaged: Map<string, number>
}

export const newStorageState = (): StorageState => ({ fullAt: 0, damaged: new Map() })

/** The object that a call is made to. */
export interface StorageTarget {
  /** As it is logged: `Vault/ID`. */
  name(): string
  /** false, or an error: what it stored cannot be read. */
  isSound(): Promise<boolean>
}

/** A large ingest needs more room than a small one, which may go through in between. */
const FULL_MS = 30_000
const PROBE = 'probe'

export interface StorageWatch {
  /** Finds out why a call failed. null: not because of the storage. */
  examine(error: unknown, target: StorageTarget | undefined): Promise<StorageFailure | null>
  /** Rejects with the reason where nothing can be written. */
  check(): Promise<void>
  /** How many objects were found damaged within an hour. */
  countDamaged(): number
}

export function createStorageWatch(
  directory: DurableObjectNamespace<Directory>,
  state: StorageState,
  clock: () => number = Date.now,
): StorageWatch {
  /** Of a full disk, a file that has to be opened anew may fail without a word. */
  const findFull = (): Promise<boolean> =>
    directory
      .getByName(PROBE)
      .probe()
      .then(
        () => false,
        (error: unknown) => storageFailureOf(error) !== 'damaged',
      )
  const isRecent = (at: number, forMs: number) => Math.abs(clock() - at) < forMs

  return {
    async examine(error, target) {
      let failure = storageFailureOf(error)
      if (failure === null && target) {
        if (await findFull()) failure = 'full'
        else failure = (await target.isSound().catch(() => false)) ? null : 'damaged'
      }
      if (failure === 'full') state.fullAt = clock()
      if (failure === 'damaged' && target) state.damaged.set(target.name(), clock())
      return failure
    },
    async check() {
      if (isRecent(state.fullAt, FULL_MS) || (await findFull())) throw toStorageError('full')
    },
    countDamaged() {
      for (const [name, at] of state.damaged) if (!isRecent(at, HOUR_MS)) state.damaged.delete(name)
      return state.damaged.size
    },
  }
}

export const toStorageError = (failure: StorageFailure, cause?: unknown): BrainError =>
  failure === 'full'
    ? new BrainError(
        'storage-full',
        'The storage is full: nothing can be stored until its operator makes room. What is stored stays.',
        {
          cause,
          retryAfterSeconds: 30,
        },
      )
    : new BrainError(
        'storage-damaged',
        'What this account stored is damaged and cannot be read; its operator has to restore it. Other accounts are not concerned.',
        { cause, retryAfterSeconds: 600 },
      )

import { BrainError } from '../../domain/errors.ts'
import { HOUR_MS } from '../../runtime/duration.ts'
import type { Directory } from './directory.ts'
import { type StorageFailure, storageFailureOf } from './storage-failure.ts'

/** What this isolate has seen of the storage. Lives longer than a request. */
export interface StorageState {
  /** A write failed for want of room, and none was tried since that would tell. */
  isFull: boolean
  /** Objects by their ids, which name their files, and when each was last found damaged. */
  readonly damaged: Map<string, number>
  /** Those that were damaged when the runtime was started; it cannot open them. */
  readonly barred: readonly string[]
}

export const newStorageState = (barred: readonly string[] = []): StorageState => ({
  isFull: false,
  damaged: new Map(),
  barred,
})

/** The object that a call is made to. */
export interface StorageTarget {
  /** As it is logged: `Vault/ID`. */
  name(): string
  /** false, or an error: what it stored cannot be read. */
  isSound(): Promise<boolean>
}

const PROBE = 'probe'
/** A small object takes as much. Once a write has failed there has to be room for the largest ingest, or health would say otherwise than it. */
const PROBE_BYTES = { usual: 128 * 1024, afterFailure: 1_500_000 }

export interface StorageWatch {
  /** Finds out why a call failed. null: not because of the storage. */
  examine(error: unknown, target: StorageTarget | undefined): Promise<StorageFailure | null>
  /** Rejects with the reason where nothing can be written. */
  check(): Promise<void>
  /** How many objects were found damaged within an hour, or at the start. */
  countDamaged(): number
}

export function createStorageWatch(
  directory: DurableObjectNamespace<Directory>,
  state: StorageState,
  clock: () => number = Date.now,
): StorageWatch {
  /** Of a full disk, a file that has to be opened anew may fail without a word. */
  async function findFull(): Promise<boolean> {
    try {
      await directory.getByName(PROBE).probe(state.isFull ? PROBE_BYTES.afterFailure : PROBE_BYTES.usual)
      state.isFull = false
    } catch (error) {
      state.isFull = storageFailureOf(error) !== 'damaged'
    }
    return state.isFull
  }

  return {
    async examine(error, target) {
      let failure = storageFailureOf(error)
      if (failure === null && (await findFull())) failure = 'full'
      if (failure === null && target && !(await target.isSound().catch(() => false))) failure = 'damaged'
      if (failure === 'full') state.isFull = true
      if (failure === 'damaged' && target) state.damaged.set(target.name(), clock())
      return failure
    },
    async check() {
      if (await findFull()) throw toStorageError('full')
    },
    countDamaged() {
      for (const [name, at] of state.damaged) if (Math.abs(clock() - at) > HOUR_MS) state.damaged.delete(name)
      return new Set([...state.damaged.keys(), ...state.barred]).size
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

/// <reference types="@cloudflare/vitest-plugin/types" />
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { storageFailureOf } from '../../../src/adapters/durable-objects/storage-failure.ts'
import { createStorageWatch, newStorageState } from '../../../src/adapters/durable-objects/storage-watch.ts'
import { createEmbeddedStoreCheck } from '../../../src/adapters/durable-objects/store-check.ts'
import { createTrace } from '../../../src/runtime/trace.ts'

describe('a failure of the storage', () => {
  it.each([
    ['database or disk is full: SQLITE_FULL', 'full'],
    ['disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)', 'full'],
    ['disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_WRITE)', 'full'],
    ['write: No space left on device', 'full'],
    ['database disk image is malformed: SQLITE_CORRUPT', 'damaged'],
    ['database disk image is malformed: SQLITE_CORRUPT (extended: SQLITE_CORRUPT_VTAB)', 'damaged'],
    ['file is not a database: SQLITE_NOTADB', 'damaged'],
    ['disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHORT_READ)', 'damaged'],
    ['internal error; reference = 0h8k3md0avs2r9n52e87jh85', null],
    ["Durable Object's isolate exceeded its memory limit due to overflowing the storage cache.", null],
    ['UNIQUE constraint failed: facts.id: SQLITE_CONSTRAINT', null],
  ])('is known by its words: %s', (message, failure) => {
    expect(storageFailureOf(new Error(message))).toBe(failure)
  })
})

/** `room`: whether something can be written. */
function watch(room: () => boolean) {
  const probes: number[] = []
  const directory = {
    getByName: () => ({
      async probe(bytes: number) {
        probes.push(bytes)
        if (!room()) throw new Error('internal error; reference = x')
      },
    }),
  }
  const state = newStorageState()
  const storage = createStorageWatch(directory as unknown as typeof env.DIRECTORY, state)
  const trace = createTrace()
  const roundTrip = createRoundTrip(trace, 0, storage)
  const fail = (message: string, sound: () => Promise<boolean> = async () => true) =>
    roundTrip(() => Promise.reject(new Error(message)), { name: () => 'Vault/1', isSound: sound }).then(
      () => null,
      (error: unknown) => error,
    )
  return { storage, trace, fail, probes, check: createEmbeddedStoreCheck(storage, roundTrip) }
}

const OPAQUE = 'internal error; reference = y'

describe('what a failed call comes to', () => {
  it('is a full storage that can be tried again, and health says so until there is room', async () => {
    let room = false
    const { fail, check, probes } = watch(() => room)
    expect(await fail('database or disk is full: SQLITE_FULL')).toMatchObject({
      code: 'storage-full',
      retryAfterSeconds: 30,
    })
    await expect(check.check()).rejects.toThrow('The storage is full')
    room = true
    await check.check()
    await check.check()
    // A little room is not believed right after a failure.
    expect(probes[1]).toBeGreaterThan(probes[2]!)
  })

  it('is a full storage too where the runtime does not say why, and nothing can be written', async () => {
    const { fail, check } = watch(() => false)
    expect(await fail(OPAQUE, () => Promise.reject(new Error(OPAQUE)))).toMatchObject({ code: 'storage-full' })
    expect(check.countDamaged?.()).toBe(0)
  })

  it('is a damaged object where others can be written and it cannot be read; it is named in the log alone', async () => {
    const { fail, check, trace } = watch(() => true)
    expect(await fail(OPAQUE, () => Promise.reject(new Error(OPAQUE)))).toMatchObject({ code: 'storage-damaged' })
    expect(await fail('oops', async () => false)).toMatchObject({ code: 'storage-damaged' })
    expect(trace.notes.get('damaged')).toBe('Vault/1')
    expect(check.countDamaged?.()).toBe(1)
    await check.check()
  })

  it('is a bug of ours where the object is sound', async () => {
    const { fail, check } = watch(() => true)
    expect(await fail('oops')).toMatchObject({ message: 'oops' })
    expect(check.countDamaged?.()).toBe(0)
  })

  it('is a store that did not answer where the platform keeps to itself what happened', async () => {
    const { fail } = watch(() => true)
    expect(await fail(OPAQUE)).toMatchObject({ code: 'store-unavailable', retryAfterSeconds: 5 })
  })

  it('is found out by the objects themselves', async () => {
    expect(await env.VAULT.getByName('Esound0000').isSound()).toBe(true)
    expect(await env.ACCOUNT.getByName('Esound0000').isSound()).toBe(true)
    await env.DIRECTORY.getByName('probe').probe(1000)
    expect(await env.DIRECTORY.getByName('probe').isSound()).toBe(true)
  })
})

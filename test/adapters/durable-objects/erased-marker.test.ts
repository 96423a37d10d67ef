import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { NOON, newNamespace, ports, revise, tell } from './revisions/told.ts'
import { warmUp } from './warm.ts'

const MARKER = 'Zyxquorlanth'

beforeAll(async () => {
  await warmUp()
  for (const model of ports.models) await model.load()
})

/** Every table of a vault, those of the full-text index too, that has the marker anywhere, in a text or among bytes. */
const tablesWith = (namespace: string, marker: string): Promise<string[]> =>
  runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
    const wanted = marker.toLowerCase()
    const has = (value: SqlStorageValue) =>
      (value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value))
        .toLowerCase()
        .includes(wanted)
    return sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'words' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
      .map(({ name }) => name)
      .filter((name) =>
        sql
          .exec(`SELECT * FROM ${name}`)
          .toArray()
          .some((row) => Object.values(row).some(has)),
      )
  })

const said = (text: string, given = {}) => ({
  ...{ text, persona: 'shared', source: 'user' as const, sessionId: null, metadata: null, occurredAt: null },
  ...given,
})

describe('what is erased', () => {
  it('is in no table and no part of the full-text index any more, with all its versions', async () => {
    const namespace = newNamespace()
    const others = Array.from({ length: 30 }, (_, at) => said(`Ann bought ${at} apples at the market.`))
    const [id, second] = await tell(namespace, [
      {
        now: NOON,
        items: [said(`${MARKER} lives in ${MARKER} Valley.`, { sessionId: MARKER, metadata: { a: MARKER } })],
      },
      { now: NOON, items: [said(`My locker code is ${MARKER}.`, { persona: MARKER })] },
      { now: NOON, items: others },
    ])
    expect((await tablesWith(namespace, MARKER)).sort()).toEqual(
      expect.arrayContaining(['chunks', 'facts', 'words_data']),
    )
    await revise(namespace, [{ id: id!, kind: 'edit', edit: { text: `${MARKER} lives in Leeds.` } }])
    await revise(namespace, [{ id: id!, kind: 'invalidate', reason: MARKER }])
    expect(await tablesWith(namespace, MARKER)).toEqual(expect.arrayContaining(['versions', 'parked', 'memories']))
    await revise(namespace, [
      { id: id!, kind: 'erase' },
      { id: second!, kind: 'erase' },
    ])
    // The name of its session alone waits until the session is reset, before the answer.
    expect(await tablesWith(namespace, MARKER)).toEqual(['meta'])
    await ports.revisions.noteReset(namespace, [MARKER])
    expect(await tablesWith(namespace, MARKER)).toEqual([])
  })

  it('has no vector left, neither as a row nor in a segment', async () => {
    const namespace = newNamespace()
    const items = Array.from({ length: 4_200 }, (_, at) => said(`Note ${at}.`))
    const ids: number[] = []
    for (let from = 0; from < items.length; from += 300)
      ids.push(...(await tell(namespace, [{ now: NOON, items: items.slice(from, from + 300) }])))
    const vectors = () =>
      runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => ({
        rows: sql.exec<{ n: number }>('SELECT count(*) AS n FROM vectors').one().n,
        segments: sql.exec('SELECT count, dead FROM segments').toArray(),
      }))
    const before = await vectors()
    expect(before.segments).toEqual([{ count: 4096, dead: 0 }])
    await revise(namespace, [{ id: ids[17]!, kind: 'erase' }])
    expect(await vectors()).toEqual({ rows: before.rows - 1, segments: [{ count: 4095, dead: 0 }] })
  }, 120_000)

  it('takes no longer for being said ten thousand times by others', async () => {
    const namespace = newNamespace()
    const thanks = Array.from({ length: 500 }, () => said('Thanks!'))
    const [first] = await tell(namespace, [{ now: NOON, items: [said('Thanks!', { sessionId: 's' })] }])
    for (let times = 0; times < 20; times++) await tell(namespace, [{ now: NOON, items: thanks }])
    const began = Date.now()
    expect(await revise(namespace, [{ id: first!, kind: 'erase' }])).toMatchObject({
      kind: 'done',
      erased: { memories: 1, chunks: 0 },
    })
    expect(Date.now() - began).toBeLessThan(20_000)
  }, 120_000)
})

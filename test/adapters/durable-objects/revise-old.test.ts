import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StatedTarget } from '../../../src/memory/records.ts'
import { createRandom } from '../../fakes/random.ts'
import { randomHistory } from './revisions/history.ts'
import { stateOf } from './revisions/state.ts'
import { newNamespace, ports, revise, tell } from './revisions/told.ts'
import { warmUp } from './warm.ts'

const HISTORIES = 12

beforeAll(async () => {
  await warmUp()
  for (const model of ports.models) await model.load()
})

/** What version 8 kept of a vault: of tellings the target, level and names, each once. */
const toVersion8 = (namespace: string) =>
  runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
    for (const { id, stated } of sql
      .exec<{ id: number; stated: string }>('SELECT id, stated FROM memories')
      .toArray()) {
      const kept = new Map<string, StatedTarget>()
      for (const { target, level, subject, object } of JSON.parse(stated) as StatedTarget[])
        if (!kept.has(target)) kept.set(target, { target, level, subject, object } as StatedTarget)
      sql.exec('UPDATE memories SET stated = ? WHERE id = ?', JSON.stringify([...kept.values()]), id)
    }
    for (const statement of [
      ...['versions', 'parked', 'receipts', 'erased'].map((table) => `DROP TABLE ${table}`),
      'DROP INDEX memories_changed',
      ...['stated_at', 'version', 'changes', 'offset_ms'].map((column) => `ALTER TABLE memories DROP COLUMN ${column}`),
      'DROP INDEX facts_by_slot',
      ...['latest', 'date'].map((column) => `ALTER TABLE facts DROP COLUMN ${column}`),
      'CREATE INDEX facts_by_slot ON facts (subject, slot, source, stated_at DESC, persona)',
      'DROP INDEX chunks_by_session',
      'CREATE INDEX chunks_by_session ON chunks (session) WHERE session IS NOT NULL',
      "UPDATE meta SET value = 8 WHERE key = 'version'",
    ])
      sql.exec(statement)
  })

describe('memories of a vault of version 8', () => {
  it('are erased as if they had never been told, as far as was kept', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const random = createRandom(seed)
      // By whose clock a text was said was not kept.
      const steps = randomHistory(random).steps.map(({ now, items }) => ({
        now,
        items: items.map((item) => ({ ...item, offsetMs: null })),
      }))
      const names = steps.flatMap(({ items }) => items.map(({ text }) => text)).map((text, at) => `${at}: ${text}`)
      const at = names.length - 1
      const [told, never] = [newNamespace(), newNamespace()]
      const records = await tell(told, steps)
      const fewer = steps.with(-1, { ...steps.at(-1)!, items: steps.at(-1)!.items.slice(0, -1) })
      const others = await tell(never, fewer)
      await toVersion8(told)
      await evictDurableObject(env.VAULT.getByName(told))
      expect(await revise(told, [{ id: records[at]!, kind: 'erase' }]), `seed ${seed}`).toMatchObject({ kind: 'done' })
      const known = async (namespace: string, of: readonly number[]) => {
        const state = await stateOf(namespace, new Map(of.map((id, place) => [id, names[place]!])))
        return {
          chunks: state.chunks.map(({ name, source, statedBy }) => ({ name, source, statedBy })),
          facts: state.facts.map(({ name, source, statedBy, supersededBy }) => ({
            name,
            source,
            statedBy,
            supersededBy,
          })),
          entities: state.entities.map(({ key, uses }) => ({ key, uses })),
          personas: state.personas,
        }
      }
      expect(await known(told, records), `seed ${seed}\n${names.join('\n')}`).toEqual(await known(never, others))
    }
  }, 300_000)
})

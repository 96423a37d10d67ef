import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Revision } from '../../../src/ports/memory-revisions.ts'
import { createRandom } from '../../fakes/random.ts'
import { randomHistory, randomItem } from './revisions/history.ts'
import { stateOf } from './revisions/state.ts'
import { answers, type Item, NOON, newNamespace, ports, revise, type Step, tell } from './revisions/told.ts'
import { warmUp } from './warm.ts'

// HISTORIES=300 FIRST_SEED=1 npx vitest run … takes minutes; a failure names its seed.
const { HISTORIES: count, FIRST_SEED: first } = env as unknown as Record<string, string>
const HISTORIES = Number(count)
const FIRST_SEED = Number(first)

beforeAll(async () => {
  await warmUp()
  for (const model of ports.models) await model.load()
})

/** What the texts of a history are called, by their records. */
const called = (records: readonly number[], names: readonly string[]) =>
  new Map(records.map((record, at) => [record, names[at]!]))

const without = (steps: readonly Step[], at: number, instead: Item[] = []): Step[] => {
  let before = 0
  return steps.map(({ now, items }) => {
    const place = at - before
    before += items.length
    return { now, items: place >= 0 && place < items.length ? items.toSpliced(place, 1, ...instead) : items }
  })
}

/** When it was said, and by whose clock. */
const timeOf = ({ occurredAt, offsetMs = null }: Item) => ({ occurredAt: occurredAt!, offsetMs })

const namesOf = (steps: readonly Step[]) => steps.flatMap(({ items }) => items).map(({ text }, at) => `${at}: ${text}`)

const questions = (steps: readonly Step[]) => steps.flatMap(({ items }) => items.map(({ text }) => text)).slice(0, 3)

describe('memories that are changed', () => {
  it('leave nothing when they are erased: all is as if they had never been told', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(seed)
      const { steps, isFixed } = randomHistory(random)
      const names = namesOf(steps)
      const at = random.below(names.length)
      const [told, never] = [newNamespace(), newNamespace()]
      const records = await tell(told, steps)
      const others = await tell(never, without(steps, at))
      const about = `seed ${seed}, without ${names[at]}\n${names.join('\n')}`
      expect(await revise(told, [{ id: records[at]!, kind: 'erase' }]), about).toMatchObject({ kind: 'done' })
      const namesLeft = names.toSpliced(at, 1)
      const state = await stateOf(told, called(records, names))
      expect(state, about).toEqual(await stateOf(never, called(others, namesLeft)))
      for (const question of isFixed ? questions(steps) : [])
        expect(await answers(told, question), about).toEqual(await answers(never, question))
    }
  }, 600_000)

  it('are as if they had been told so from the start when they are edited', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(1_000_000 + seed)
      const { steps, texts, isFixed } = randomHistory(random)
      const names = namesOf(steps)
      const at = random.below(names.length)
      const item = steps.flatMap(({ items }) => items)[at]!
      const other = randomItem(random, random.pick(texts))
      const edit = {
        text: other.text,
        ...(random.chance(0.3) && { persona: other.persona }),
        ...(random.chance(0.3) && { metadata: { title: random.pick(['one', 'three']) } }),
        ...(random.chance(0.3) && (other.occurredAt ?? NOON) < NOON && timeOf(other)),
      }
      const [told, so] = [newNamespace(), newNamespace()]
      const records = await tell(told, steps)
      const others = await tell(so, without(steps, at, [{ ...item, ...edit }]))
      const about = `seed ${seed}, ${names[at]} -> ${JSON.stringify(edit)}\n${names.join('\n')}`
      const revised = await revise(told, [{ id: records[at]!, kind: 'edit', edit, version: 1 }])
      expect(revised, about).toMatchObject({ kind: 'done', versions: [{ id: records[at], version: 2 }] })
      expect(await stateOf(told, called(records, names)), about).toEqual(await stateOf(so, called(others, names)))
      for (const question of isFixed ? questions(steps) : [])
        expect(await answers(told, question), about).toEqual(await answers(so, question))
    }
  }, 600_000)

  it('are back as they were when they are restored after they were invalidated', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(2_000_000 + seed)
      const { steps } = randomHistory(random)
      const names = namesOf(steps)
      const at = random.below(names.length)
      const [told, never] = [newNamespace(), newNamespace()]
      const records = await tell(told, steps)
      const others = await tell(never, without(steps, at))
      const before = await stateOf(told, called(records, names))
      const about = `seed ${seed}, ${names[at]}\n${names.join('\n')}`
      const invalidated = await revise(told, [{ id: records[at]!, kind: 'invalidate', reason: 'wrong' }])
      expect(invalidated, about).toMatchObject({ kind: 'done' })
      const { memories, pairs: _, personas: __, ...hidden } = await stateOf(told, called(records, names))
      const namesLeft = names.toSpliced(at, 1)
      const { memories: ___, pairs: ____, personas: _____, ...never_ } = await stateOf(never, called(others, namesLeft))
      expect(hidden, about).toEqual(never_)
      expect(memories).toHaveLength(names.length)
      await revise(told, [{ id: records[at]!, kind: 'restore', reason: null }])
      expect(await stateOf(told, called(records, names)), about).toEqual(before)
    }
  }, 600_000)

  it('are what is left of them after any number of changes', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(3_000_000 + seed)
      const { steps, texts } = randomHistory(random)
      const [told, so] = [newNamespace(), newNamespace()]
      const records = await tell(told, steps)
      const items: (Item | null)[] = steps.flatMap((step) => step.items)
      const hidden = new Map<number, Item>()
      const log: string[] = []
      for (let round = 0; round < 4; round++) {
        const here = items.flatMap((item, at) => (item ? at : []))
        const chosen = [...new Set([random.pick(here), ...(random.chance(0.4) ? [random.pick(here)] : [])])].filter(
          (at) => at !== undefined,
        )
        const revisions = chosen.map((at): Revision => {
          const id = records[at]!
          const item = items[at]!
          if (random.chance(0.4)) {
            const other = randomItem(random, random.pick(texts))
            const isDated = random.chance(0.3) && (other.occurredAt ?? NOON) < NOON
            const edit = { text: other.text, ...(isDated && timeOf(other)) }
            items[at] = { ...item, ...edit }
            return { id, kind: 'edit', edit }
          }
          items[at] = null
          if (random.chance(0.5)) return { id, kind: 'erase' }
          hidden.set(at, item)
          return { id, kind: 'invalidate', reason: null }
        })
        const [back] = random.chance(0.4) ? [...hidden.keys()].filter((at) => !chosen.includes(at)) : []
        if (back !== undefined) {
          revisions.push({ id: records[back]!, kind: 'restore', reason: null })
          items[back] = hidden.get(back)!
          hidden.delete(back)
        }
        log.push(JSON.stringify(revisions))
        expect(await revise(told, revisions), `seed ${seed}\n${log.join('\n')}`).toMatchObject({ kind: 'done' })
      }
      const names = namesOf(steps)
      let next = 0
      const left = steps.map(({ now, items: told_ }) => ({ now, items: told_.flatMap(() => items[next++] ?? []) }))
      // A vault that was never written to has nothing to compare.
      if (items.every((item) => item === null)) continue
      const others = await tell(so, left)
      const about = `seed ${seed}\n${names.join('\n')}\n${log.join('\n')}`
      const namesLeft = names.filter((_, at) => items[at])
      const { memories, pairs: _, personas: __, ...state } = await stateOf(told, called(records, names))
      const fresh = await stateOf(so, called(others, namesLeft))
      const { memories: ___, pairs: ____, personas: _____, ...expected } = fresh
      expect(state, about).toEqual(expected)
      expect(memories).toHaveLength(namesLeft.length + hidden.size)
    }
  }, 600_000)
})

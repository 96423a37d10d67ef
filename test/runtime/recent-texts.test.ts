import { describe, expect, it } from 'vitest'
import { eraseAccount } from '../../src/pipelines/erase-account.ts'
import { consolidate } from '../../src/pipelines/lifecycle/consolidate.ts'
import { prune } from '../../src/pipelines/lifecycle/prune.ts'
import { eraseMemory } from '../../src/pipelines/revise/erase-memory.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { recentTexts } from '../../src/runtime/recent-texts.ts'
import { createTrace } from '../../src/runtime/trace.ts'

/** Tells how often something was made of a text: again only where it was forgotten. */
function counting(clock?: () => number, most = 100) {
  let made = 0
  const ask = recentTexts((text) => `${text}${++made}`, most, clock)
  return { ask, made: () => made }
}

const nothing = async () => null
const erased = { memories: 1, chunks: 1, facts: 0, entities: 0 }
const ports = {
  clock: () => 0,
  config: { decayHalfLifeDays: 30 },
  embedder: { id: 'e' },
  accounts: { show: async () => ({ namespace: 'N' }), remove: nothing, listKeys: async () => [] },
  webhooks: { collect: nothing, close: nothing },
  sessions: { erase: nothing, reset: nothing },
  memory: {
    ...{ erase: async () => [], prune: async () => 1, happened: async () => false },
    consolidate: async () => ({ pruned: 1, run: null, clusters: [] }),
  },
  revisions: { revise: async () => ({ kind: 'done', erased, sessions: [] }) },
} as unknown as Ports
const asked = { namespace: 'N', now: 0, personas: null, once: null, by: 'api' } as never as { namespace: string }

describe('what was made of texts', () => {
  it('is made once, until there are too many characters of them', () => {
    const { ask, made } = counting(undefined, 10)
    expect([ask('12345'), ask('12345'), ask('1234567')]).toEqual(['123451', '123451', '12345672'])
    expect(ask('12345')).toBe('123453')
    expect(made()).toBe(3)
  })

  it.each([
    ['a memory', () => eraseMemory(ports, createTrace(), { ...asked, id: 1, version: null, scope: {} } as never)],
    ['an account', () => eraseAccount(ports, 'A')],
    ['what a consolidation prunes', () => consolidate(ports, createTrace(), asked as never)],
    ['what has faded', () => prune(ports, createTrace(), { ...asked, threshold: 0.1, dryRun: false } as never)],
  ])('is gone from memory with %s that is erased', async (_, erase) => {
    const { ask, made } = counting()
    ask('my secret')
    await erase()
    ask('my secret')
    expect(made()).toBe(2)
  })

  it('is forgotten after some minutes, since another isolate may have erased it', () => {
    let now = 0
    const { ask, made } = counting(() => now)
    ask('my secret')
    now = 9 * 60_000
    ask('my secret')
    expect(made()).toBe(1)
    now = 11 * 60_000
    ask('my secret')
    expect(made()).toBe(2)
  })
})

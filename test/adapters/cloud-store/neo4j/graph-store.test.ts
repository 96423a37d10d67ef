import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../../src/adapters/cloud-store/neo4j/failure.ts'
import type { Answer, Graph } from '../../../../src/adapters/cloud-store/neo4j/graph.ts'
import { createNeo4jGraphStore } from '../../../../src/adapters/cloud-store/neo4j/graph-store.ts'
import { createGuard, type Guard, newBreaker, StoreDown } from '../../../../src/runtime/guard.ts'

/** Holders that answer as they are told and write down what they were asked; a guard that writes down how long it would wait. */
function setUp(inner: Guard = (call) => call()) {
  const asked: string[] = []
  const waits: number[] = []
  let down = false
  const answer = async (what: string): Promise<Answer<unknown>> => {
    asked.push(what)
    return down ? { failed: 'unreachable', why: 'it cannot be reached' } : { value: {} }
  }
  const holder = {
    prepare: () => answer('prepare'),
    rehearse: () => answer('rehearse'),
    change: () => answer('change'),
    write: (_: unknown, name: string) => answer(name),
    read: (_: unknown, name: string) => answer(name),
    lookBack: async () => ({ value: 'late' }),
  }
  const guard: Guard = async (call, options = {}) => {
    waits.push(options.moreMs ?? 0)
    return inner(call, options)
  }
  const store = createNeo4jGraphStore({
    graphs: { getByName: () => holder } as unknown as DurableObjectNamespace<Graph>,
    uri: 'bolt://nowhere',
    username: 'neo4j',
    password: 'secret',
    embedder: 'fake',
    dimensions: 8,
    guard,
    prepared: new Set(),
  })
  return { scope: store.in('E1'), asked, waits, setDown: (value: boolean) => (down = value) }
}

const wanted = (names: number) => ({
  statements: [],
  names: Array.from({ length: names }, (_, i) => `name ${i}`),
  sessions: [],
})

describe('Neo4j behind its holders', () => {
  it('is prepared before the first write, in a time of its own, and only once', async () => {
    const { scope, asked, waits } = setUp()
    await scope.settle([1])
    await scope.settle([2])
    expect(asked).toEqual(['prepare', 'rehearse', 'settle', 'settle'])
    expect(Math.min(waits[0]!, waits[1]!)).toBeGreaterThanOrEqual(20_000)
    expect(waits.slice(2)).toEqual([0, 0])
  })

  it('is prepared for reads never, and again after it was down', async () => {
    const { scope, asked, setDown } = setUp()
    await scope.settle([1])
    setDown(true)
    await expect(scope.lifecycle()).rejects.toThrow('neo4j: it cannot be reached')
    setDown(false)
    await scope.lifecycle()
    await scope.settle([2])
    expect(asked).toEqual([
      ...['prepare', 'rehearse', 'settle', 'lifecycle', 'lifecycle'],
      ...['prepare', 'rehearse', 'settle'],
    ])
  })

  it('has longer for a large ingest than for a small one', async () => {
    const { scope, waits } = setUp()
    const nothing = async () => Promise.reject(new Error('nothing to write'))
    await scope.change(wanted(0), async () => null, nothing)
    await scope.change(wanted(1000), async () => null, nothing)
    const [, , small, large] = waits
    expect([small, large! >= 5_000]).toEqual([0, true])
  })

  it('is not taken for down after looks back that were too much for it', async () => {
    const breaker = newBreaker()
    const { scope } = setUp(createGuard({ store: 'neo4j', timeoutMs: 1_000, breaker }))
    for (let n = 0; n < 6; n++) await expect(scope.lookBack(1, null, async () => {})).rejects.toBeInstanceOf(StoreDown)
    expect(breaker.failures).toBe(0)
    await scope.lifecycle()
  })

  it.each([
    ['Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration', true],
    ['Neo.ClientError.Transaction.LockClientStopped', true],
    ['Neo.TransientError.Transaction.DeadlockDetected', undefined],
  ])('tells by %s whether the time was over', (code, late) => {
    expect(failureOf(Object.assign(new Error(''), { code })).failure.late).toBe(late)
  })

  it.each([
    ['Neo.ClientError.Security.Unauthorized', 'unauthorised', false],
    ['Neo.ClientError.Statement.SyntaxError', 'refused', false],
    ['Neo.TransientError.Transaction.DeadlockDetected', 'unreachable', false],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'unreachable', false],
    ['Neo.ClientError.Transaction.TransactionTimedOut', 'unreachable', false],
    ['Neo.ClientError.Cluster.NotALeader', 'unreachable', false],
    ['ServiceUnavailable', 'unreachable', true],
    ['SessionExpired', 'unreachable', true],
  ])('takes %s for %s', (code, failed, broken) => {
    expect(failureOf(Object.assign(new Error('whatever it says'), { code }))).toMatchObject({
      failure: { failed, why: expect.not.stringContaining('whatever') },
      broken,
    })
  })
})

import { expect, it } from 'vitest'
import { type Connection, createConnections } from '../../scripts/start/connections.ts'
import { connectionsFor } from '../../scripts/start/file-limit.ts'

function setUp(max: number) {
  let now = 0
  const closed: string[] = []
  const connections = createConnections(max, () => now)
  return {
    connections,
    closed,
    pass: (ms: number) => {
      now += ms
    },
    open(name: string, address = 'a') {
      const connection: Connection = { address, close: () => closed.push(name) }
      return { connection, taken: connections.add(connection) }
    },
  }
}

it('closes the one that has been silent longest when all places are taken', () => {
  const { connections, closed, open } = setUp(3)
  const [first] = ['first', 'second', 'third'].map((name) => open(name).connection)
  connections.moved(first!, 'resting')
  expect(open('fourth').taken).toBe(true)
  expect(closed).toEqual(['second'])
  expect(connections.count()).toBe(3)
})

it('takes the place from the address that has most', () => {
  const { closed, open } = setUp(4)
  open('alone', 'b')
  for (const name of ['one', 'two', 'three', 'four']) open(name)
  expect(closed).toEqual(['one'])
})

it('leaves a request that is under way alone, however long others rest', () => {
  const { connections, closed, open } = setUp(2)
  connections.moved(open('working').connection, 'busy')
  open('resting')
  expect(open('new').taken).toBe(true)
  expect(closed).toEqual(['resting'])
})

it('refuses a newcomer of the address that fills every place with requests, and nobody else', () => {
  const { connections, closed, open, pass } = setUp(2)
  for (const name of ['one', 'two']) connections.moved(open(name).connection, 'busy')
  expect(open('of the same address').taken).toBe(false)
  expect(closed).toEqual([])
  expect(open('of another', 'b').taken).toBe(true)
  expect(closed).toEqual(['one'])
  pass(60_000)
  expect(open('of the same address, later', 'a').taken).toBe(true)
  expect(closed).toEqual(['one', 'two'])
})

it('forgets who has gone, once', () => {
  const { connections, open } = setUp(2)
  const { connection } = open('one')
  connections.remove(connection)
  connections.remove(connection)
  connections.moved(connection, 'busy')
  expect(connections.count()).toBe(0)
})

it('lets in what the files are enough for', () => {
  expect(connectionsFor(1_024)).toBe(170)
  expect(connectionsFor(64)).toBe(16)
  expect(connectionsFor(Number.POSITIVE_INFINITY)).toBe(8_192)
})

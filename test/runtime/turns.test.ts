import { describe, expect, it } from 'vitest'
import { atOnce, inTurns } from '../../src/runtime/in-turns.ts'
import { arrive, turnsOf } from '../../src/runtime/turns.ts'

const PIECE_US = 20_000

/** Work of so many pieces that notes who worked. */
function* pieces(count: number, name: string, log: string[]): Generator<number, string> {
  for (let i = 0; i < count; i++) {
    yield PIECE_US
    log.push(name)
  }
  return name
}

const work = (account: string, count: number, log: string[]) => inTurns(pieces(count, account, log), turnsOf(account))

describe('turns', () => {
  it('lets what is short be done at once', () => {
    const turns = turnsOf('short')
    for (let i = 0; i < 10; i++) expect(turns.take(1_000)).toBeNull()
  })

  it('makes long work wait for the event loop, so that others are served meanwhile', async () => {
    const log: string[] = []
    setTimeout(() => log.push('somebody else'), 0)
    await work('long', 12, log)
    expect(log.indexOf('somebody else')).toBeGreaterThanOrEqual(0)
    expect(log.indexOf('somebody else')).toBeLessThan(6)
  })

  it('lets others be served between two pieces on a machine that takes many times as long', async () => {
    const log: string[] = []
    function* slow(): Generator<number, void> {
      for (let i = 0; i < 12; i++) {
        yield 16_000
        const end = Date.now() + 80
        while (Date.now() < end);
        log.push('piece')
      }
    }
    const others = setInterval(() => log.push('somebody else'), 0)
    await inTurns(slow(), turnsOf('slow machine'))
    clearInterval(others)
    const inOneGo = log.slice(4).filter((one, at) => one === 'piece' && log[at + 3] === 'piece').length
    expect(log.slice(0, 4), 'three may be done at once').toContain('somebody else')
    expect(inOneGo).toBe(0)
  })

  it('goes round by account, however many requests one of them makes', async () => {
    const log: string[] = []
    const many = Array.from({ length: 10 }, () => work('many requests', 4, log))
    const one = work('one request', 8, log)
    await Promise.all([...many, one])
    const end = log.lastIndexOf('one request')
    const others = log.slice(0, end).filter((name) => name === 'many requests').length
    expect(log).toHaveLength(48)
    expect(others, 'one each round, and what both may do at once').toBeLessThanOrEqual(12)
  })

  it('does not let a stream of new requests keep long work out', async () => {
    const leave: (() => void)[] = []
    const stream = setInterval(() => leave.push(arrive()), 1)
    const log: string[] = []
    await work('kept waiting', 6, log)
    clearInterval(stream)
    for (const depart of leave) depart()
    expect(log).toHaveLength(6)
  })

  it('gives what the work gives, in pieces as at once', async () => {
    expect(await work('same', 5, [])).toBe('same')
    expect(atOnce(pieces(5, 'same', []))).toBe('same')
  })
})

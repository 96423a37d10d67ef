import { describe, expect, it } from 'vitest'
import { reEmbedAll } from '../../scripts/start/re-embed.ts'

/** Accounts by name, with how many memories of each have to be embedded; two a call. */
function service(left: Record<string, number>, embedder = 'encoder-2') {
  const calls: string[] = []
  const accounts = Object.keys(left).map((account) => ({ account, name: `the ${account}` }))
  const get = async (method: string, path: string): Promise<unknown> => {
    calls.push(`${method} ${path}`)
    if (method === 'GET') return path.includes('cursor=') ? page(1) : page(0)
    const account = path.split('/')[3]!
    if (left[account]! < 0) throw new Error('the store is away')
    const embedded = Math.min(2, left[account]!)
    left[account]! -= embedded
    return { embedder, embedded, left: left[account]! }
  }
  const page = (at: number) => ({ accounts: accounts.slice(at, at + 1), cursor: accounts[at + 1] ? 'next' : null })
  return { operator: { url: '', ask: () => Promise.reject(), get } as never, calls }
}

async function start(left: Record<string, number>, kept: string | null = null, stopsAfter = Infinity) {
  const { operator, calls } = service(left)
  const said: string[] = []
  const written = new Map<string, string>(kept ? [['embedder', kept]] : [])
  const folder = {
    read: (name: string) => written.get(name) ?? null,
    write: (name: string, value: string) => void written.set(name, value),
  }
  const isStopping = () => calls.length >= stopsAfter
  await reEmbedAll({ operator, folder: folder as never, say: (sentence) => void said.push(sentence), isStopping })
  return { calls, said, kept: written.get('embedder') ?? null, left }
}

describe('a start after an update', () => {
  it('gives every account vectors of the new encoder, and says so', async () => {
    const { left, said, kept } = await start({ one: 5, two: 1 }, 'encoder-1')
    expect(left).toEqual({ one: 0, two: 0 })
    expect(said).toEqual([
      'There is a new encoder: what the one remembers gets its vectors.',
      '6 memories have vectors of encoder-2.',
    ])
    expect(kept).toBe('encoder-2')
  })

  it('asks one account only where the encoder is the one of before', async () => {
    const { calls, said } = await start({ one: 0, two: 0 }, 'encoder-2')
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /admin/accounts/one/reembed'])
    expect(said).toEqual([])
  })

  it('says nothing where nothing is to be done', async () => {
    const { said, kept } = await start({ one: 0 })
    expect(said).toEqual([])
    expect(kept).toBe('encoder-2')
  })

  it('says what failed, goes on with the others, and tries again at the next start', async () => {
    const { said, kept, left } = await start({ one: -1, two: 1 }, 'encoder-1')
    expect(left).toEqual({ one: -1, two: 0 })
    expect(said[0]).toBe('1 memory has vectors of encoder-2.')
    expect(said[1]).toMatch(/the store is away.*reembed ACCOUNT/)
    expect(kept).toBe('encoder-1')
  })

  it('ends where the service is stopped, and says nothing more', async () => {
    const { said, kept } = await start({ one: 50 }, 'encoder-1', 4)
    expect(said).toHaveLength(1)
    expect(kept).toBe('encoder-1')
  })
})

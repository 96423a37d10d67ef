import { describe, expect, it } from 'vitest'
import { reEmbedAll } from '../../scripts/start/re-embed.ts'

/** Accounts by id, with how many memories of each have to be embedded, two a call; less than 0: it fails. The first is always there. */
function service(left: Record<string, number>, embedder = 'encoder-2') {
  const calls: string[] = []
  const accounts = Object.keys(left).map((account) => ({
    account,
    name: account === 'local' ? null : `the ${account}`,
  }))
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

interface Started {
  readonly kept?: string
  readonly isFresh?: boolean
  readonly mayList?: boolean
  readonly stopsAfter?: number
}

async function start(
  left: Record<string, number>,
  { kept, isFresh = false, mayList = true, stopsAfter = Infinity }: Started = {},
) {
  const { operator, calls } = service(left)
  const said: string[] = []
  const written = new Map<string, string>(kept ? [['embedder', kept]] : [])
  const folder = {
    read: (name: string) => written.get(name) ?? null,
    write: (name: string, value: string) => void written.set(name, value),
  }
  const isStopping = () => calls.length >= stopsAfter
  const say = (sentence: string) => void said.push(sentence)
  await reEmbedAll({ operator, folder: folder as never, isFresh, mayList, say, isStopping })
  return { calls, said, kept: written.get('embedder') ?? null, left }
}

const FIRST = 'POST /admin/accounts/local/reembed'

describe('a start after an update', () => {
  it('gives every account vectors of the new encoder, and says so', async () => {
    const { left, said, kept } = await start({ local: 5, two: 3 }, { kept: 'encoder-1' })
    expect(left).toEqual({ local: 0, two: 0 })
    expect(said).toEqual([
      'There is a new encoder: what local remembers gets its vectors.',
      'There is a new encoder: what the two remembers gets its vectors.',
      '8 memories have vectors of encoder-2.',
    ])
    expect(kept).toBe('encoder-2')
  })

  it('asks one account only where the encoder is the one of before, and lists none', async () => {
    const { calls, said } = await start({ local: 0, two: 0 }, { kept: 'encoder-2' })
    expect(calls).toEqual([FIRST])
    expect(said).toEqual([])
  })

  it('notes the encoder of a fresh folder, and lists no accounts', async () => {
    const { calls, said, kept } = await start({ local: 0 }, { isFresh: true })
    expect(calls).toEqual([FIRST])
    expect(said).toEqual([])
    expect(kept).toBe('encoder-2')
  })

  it('sees to the first account alone where few files may be open', async () => {
    const { calls, left, kept } = await start({ local: 1, two: 1 }, { mayList: false })
    expect(calls).toEqual([FIRST])
    expect(left).toEqual({ local: 0, two: 1 })
    expect(kept).toBeNull()
  })

  it('says what failed, goes on with the others, and tries again at the next start', async () => {
    const { said, kept, left } = await start({ local: -1, two: 1 }, { kept: 'encoder-1' })
    expect(left).toEqual({ local: -1, two: 0 })
    expect(said[0]).toBe('1 memory has vectors of encoder-2.')
    expect(said[1]).toMatch(/the store is away.*reembed ACCOUNT/)
    expect(kept).toBe('encoder-1')
  })

  it('ends where the service is stopped, and says nothing more', async () => {
    const { said, kept } = await start({ local: 50 }, { kept: 'encoder-1', stopsAfter: 4 })
    expect(said).toHaveLength(1)
    expect(kept).toBe('encoder-1')
  })
})

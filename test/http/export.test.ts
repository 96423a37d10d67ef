import { describe, expect, it } from 'vitest'
import { createRandom } from '../fakes/random.ts'
import { newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

async function exported(key: string, query = '', headers: Record<string, string> = {}) {
  const response = await fetchService(`/brain/export${query}`, { headers: { 'x-api-key': key, ...headers } })
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder().decode(await response.arrayBuffer()),
  }
}

/** Without the header, which has the time. */
const rowsOf = (file: string) => file.slice(file.indexOf('\n') + 1)
const linesOf = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function imported(key: string, body: string, query = '') {
  const response = await fetchService(`/brain/import${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function open(rights = {}) {
  const account = await newAccount()
  return { ...account, ...(await account.keyWith(rights)) }
}

const NAMES = ['Emma', 'Maria Lopez', 'Maria', 'Tom', 'Ann Hall']
const PLACES = ['Lyon', 'Oslo', 'Porto', 'Rome']
const PERSONAS = ['shared', 'ann', 'bob']

type Account = Awaited<ReturnType<typeof open>>

/** Tells, tells again, asks, and changes things, as one would. */
async function live(account: Account, seed: number, steps: number): Promise<void> {
  const { below, pick } = createRandom(seed)
  const said: string[] = []
  const ids: string[] = []
  for (let n = 0; n < steps; n++) {
    const [who, other, where] = [pick(NAMES), pick(NAMES), pick(PLACES)]
    const fresh = pick([
      `${who} lives in ${where}.`,
      `${who} is married to ${other}.`,
      `I moved to ${where}. My sister ${who} works at Nordwind and likes tea number ${n}.`,
      `${who}: I like ${where}.`,
      `Line ${n} of a note without facts, said on a walk.`,
    ])
    const text = said.length > 0 && below(5) === 0 ? pick(said) : fresh
    said.push(text)
    const { body } = await account.post('/brain/ingest', {
      text,
      persona: pick(PERSONAS),
      source: pick(['user', 'document', 'assistant']),
      session_id: pick([null, 's1', 's2']),
      occurred_at: pick([null, 1_700_000_000 + n * 1_000]),
      metadata: pick([null, { n, deep: { '2': 'b', '1': 'a' } }, { title: `t${n % 3}` }]),
    })
    if (body.memory_id) ids.push(body.memory_id as string)
    if (below(4) === 0) await account.post('/brain/retrieve', { query: `Where does ${who} live?`, k: 3 })
  }
}

describe('GET /brain/export', () => {
  it('has the receipts of what was erased, with the ids', async () => {
    const [from, to] = [await open(), await open()]
    for (const text of ['Ann likes tea.', 'Bob likes tea.', 'Cid likes tea.'])
      await from.post('/brain/ingest', { text })
    const { body } = await from.post('/brain/forget', { entity: 'Ann' })
    expect(body.erased).toMatchObject({ memories: 1 })
    const file = (await exported(from.key)).text
    expect(linesOf(file).filter(({ type }) => type === 'receipt')).toMatchObject([{ memories: [1], remaining: 0 }])
    const report = await imported(to.key, file)
    expect([report.status, report.body.unreadable, report.body.problems]).toEqual([200, 0, []])
    expect((await imported(to.key, file)).status).toBe(200)
    expect(rowsOf((await exported(to.key)).text)).toBe(rowsOf(file))
  })

  it('gives generated accounts back exactly, with vectors and without', async () => {
    for (const seed of [1, 2, 3]) {
      const from = await open()
      await live(from, seed, 25)
      for (const query of ['?vectors=true', '']) {
        const file = (await exported(from.key, query)).text
        const to = await open()
        const report = await imported(to.key, file)
        expect(report.status, JSON.stringify(report.body)).toBe(200)
        expect(report.body.unreadable, JSON.stringify(report.body.problems)).toBe(0)
        expect(rowsOf((await exported(to.key, query)).text)).toBe(rowsOf(file))
        expect((await imported(to.key, file)).body).toMatchObject({ imported: 0, already_imported: report.body.texts })
        expect(rowsOf((await exported(to.key, query)).text)).toBe(rowsOf(file))
        expect(await to.used()).toBe(report.body.texts)
        // What is found is what was found; a sentence that is encoded anew is so as the fact that it states.
        if (query === '') continue
        const ask = { query: 'Where does Emma live?', k: 5, min_score: 0 }
        const [before, after] = await Promise.all([from, to].map(({ post }) => post('/brain/retrieve', ask)))
        const facts = (answer: typeof before) => (answer!.body.facts as { fact: string }[]).map(({ fact }) => fact)
        expect(facts(after)).toEqual(facts(before))
        expect((await to.post('/brain/stats', { user_id: 'x' })).body.namespace).toEqual(
          (await from.post('/brain/stats', { user_id: 'x' })).body.namespace,
        )
      }
    }
  })

  it('says what it is, counts and hashes itself, and is packed for who takes it so', async () => {
    const account = await open()
    await live(account, 7, 12)
    const { text, headers } = await exported(account.key)
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    const lines = linesOf(text)
    expect(lines[0]).toMatchObject({ format: 'edge-brain', version: 1, vectors: false, embedder: expect.any(String) })
    const { counts, hash } = lines.at(-1)
    expect(counts.memory).toBe(lines.filter(({ type }) => type === 'memory').length)
    let chained = ''
    for (const line of text.trimEnd().split('\n').slice(1, -1)) {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${chained}\n${line}`))
      chained = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    expect(hash).toBe(chained)
    const packed = await exported(account.key, '', { 'accept-encoding': 'gzip' })
    expect(rowsOf(packed.text)).toBe(rowsOf(text))
    expect((await exported(account.key, '?cursor=nonsense')).status).toBe(400)
  })

  it('goes on after a checkpoint as if it had not broken off', async () => {
    const account = await open()
    const notes = Array.from({ length: 260 }, (_, n) => JSON.stringify({ text: `Note ${n}.` })).join('\n')
    await imported(account.key, notes, '?format=items')
    const { text } = await exported(account.key)
    const lines = text.split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"type":"checkpoint"'))
    expect(
      linesOf(text)
        .slice(0, at)
        .filter(({ type }) => type === 'memory').length,
    ).toBeGreaterThanOrEqual(200)
    const rest = (await exported(account.key, `?cursor=${JSON.parse(lines[at]!).cursor}`)).text
    expect([...lines.slice(0, at + 1), rest].join('\n')).toBe(text)
  })

  it('is all of an empty account too', async () => {
    const account = await open()
    expect(linesOf((await exported(account.key)).text).map(({ type }) => type)).toEqual([undefined, 'end'])
  })

  it('shows a bound key its own personas, and lets it restore them alone', async () => {
    const account = await open()
    await account.post('/brain/ingest', { text: 'Maria Lopez lives in Zanzibar.', persona: 'bob' })
    await account.post('/brain/ingest', { text: 'Maria lives in Oslo.', persona: 'ann' })
    const ann = await account.keyWith({ personas: ['ann'] })
    const file = (await exported(ann.key)).text
    expect(file).toContain('Oslo')
    expect(file).not.toMatch(/Zanzibar|Lopez|bob/i)
    expect((await exported(ann.key, '?persona=bob')).status).toBe(403)
    const whole = (await exported(account.key)).text
    expect((await imported(ann.key, whole)).status).toBe(403)
    expect((await imported(ann.key, file.replaceAll('"persona":"ann"', '"persona":"bob"'))).status).toBe(403)
    const mixed = file.replace('"persona":"ann","statement"', '"persona":"bob","statement"')
    expect((await imported(ann.key, mixed)).body).toMatchObject({ imported: 0, unreadable: 1 })
    expect((await imported(ann.key, file)).body).toMatchObject({ imported: 0, already_imported: 1 })
    const writer = await account.keyWith({ scopes: ['write'] })
    expect((await exported(writer.key)).status).toBe(403)
  })

  it('lets no bound key take what is another persona’s by naming it', async () => {
    const account = await open()
    await account.post('/brain/ingest', { text: 'Maria Lopez lives in Zanzibar.', persona: 'bob' })
    const ann = await account.keyWith({ personas: ['ann'] })
    await ann.post('/brain/ingest', { text: 'Emma lives in Oslo.' })
    const [head, ...lines] = linesOf((await exported(ann.key)).text)
    const own = lines.find(({ type }) => type === 'memory')
    const { id: chunk } = own.chunks[0]
    const later = (n: number) => Number(n) + 100
    const bare = { ...own, id: later(own.id), text: null, stated: [], chunks: [], facts: [] }
    const copy = { ...own.chunks[0], memory: bare.id, id: later(chunk), facts: [], vectors: [{ facts: [] }] }
    const said = (chunks: object[]) => ({ ...bare, stated: [{ target: `c${later(chunk)}` }], chunks })
    const before = rowsOf((await exported(account.key)).text)
    const attempts = {
      'chunk and fact that it tells': { ...bare, stated: [{ target: 'c1' }, { target: 'f1' }] },
      'what it tells through': { ...bare, stated: [{ target: `c${chunk}`, chunk: 1 }] },
      'what is not there yet': { ...bare, stated: [{ target: `c${later(chunk)}` }] },
      'chunk whose number is taken': { ...bare, stated: [{ target: 'c1' }], chunks: [{ ...copy, id: 1 }] },
      'own number with other words': { ...bare, stated: [], chunks: [{ ...copy, id: chunk, text: 'Else.' }] },
      'facts of a chunk': said([{ ...copy, facts: [1] }]),
      'facts of a vector': said([{ ...copy, vectors: [{ facts: [1] }] }]),
      'memory of a chunk': { ...copy, type: 'chunk', memory: 1 },
      'chunk of a fact': { ...own.facts[0], type: 'fact', id: 100, chunk: 1 },
      'number of a fact': { ...own.facts[0], type: 'fact', id: 1 },
      'fact of a vector': { type: 'vector', chunk, persona: 'ann', facts: [1], text: 'x' },
      'memory of the same times': { ...own, id: 1 },
    }
    for (const [what, row] of Object.entries(attempts)) {
      const file = [head, { type: 'session', name: 'left', persona: 'ann' }, row].map((line) => JSON.stringify(line))
      const answer = await imported(ann.key, file.join('\n'))
      expect([what, answer.status, answer.body.code]).toEqual([what, 409, 'conflict'])
    }
    expect(JSON.stringify((await ann.get('/brain/memories')).body)).not.toMatch(/Zanzibar|Lopez/)
    expect(rowsOf((await exported(account.key)).text)).toBe(before)
    const sound = [head, said([copy])].map((line) => JSON.stringify(line)).join('\n')
    expect((await imported(ann.key, sound)).body).toMatchObject({ imported: 1 })
    const far = { ...bare, id: 2 ** 32 + 1 }
    expect((await imported(ann.key, [head, far].map((line) => JSON.stringify(line)).join('\n'))).body).toMatchObject({
      imported: 0,
      unreadable: 1,
    })
    // The numbers of what was brought are not given again.
    expect((await account.post('/brain/ingest', { text: 'Tom lives in Rome.', persona: 'bob' })).status).toBe(200)
    expect(JSON.stringify((await ann.get('/brain/memories')).body)).not.toContain('Rome')
  })

  it('shows a bound key nothing of what a memory was while it was another persona’s', async () => {
    const account = await open()
    const { body } = await account.post('/brain/ingest', { text: 'Maria Lopez lives in Zanzibar.', persona: 'bob' })
    const memory = `/brain/memories/${body.memory_id}`
    await account.post(`${memory}/invalidate`, { reason: 'bob left Zanzibar' })
    await account.post(`${memory}/restore`, {})
    const moved = await account.send('PATCH', memory, { text: 'Emma lives in Oslo.', persona: 'ann' })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await account.post(`${memory}/invalidate`, { reason: 'ann said so' })
    const ann = await account.keyWith({ personas: ['ann'] })
    const [own] = linesOf((await exported(ann.key)).text).filter(({ type }) => type === 'memory')
    expect(JSON.stringify(own)).not.toMatch(/Zanzibar|Lopez|bob/i)
    expect(own.changes.map(({ reason }: { reason: string | null }) => reason)).toEqual([null, null, 'ann said so'])
    const history = await ann.get(`${memory}/history`)
    expect(JSON.stringify(history.body)).not.toMatch(/Zanzibar|Lopez|bob/i)
    const [whole] = linesOf((await exported(account.key)).text).filter(({ type }) => type === 'memory')
    expect(JSON.stringify(whole)).toMatch(/bob left Zanzibar/)
  })

  it('brings receipts back for who may erase, and is in the audit trail', async () => {
    const from = await open()
    await from.post('/brain/ingest', { text: 'Emma lives in Oslo.' })
    const { body } = await from.post('/brain/ingest', { text: 'Tom lives in Rome.' })
    expect((await from.send('DELETE', `/brain/memories/${body.memory_id}`)).status).toBe(200)
    const file = (await exported(from.key, '?vectors=true')).text
    const to = await open()
    const writer = await to.keyWith({ scopes: ['read', 'write'] })
    expect((await imported(writer.key, file)).body).toMatchObject({ imported: 1, unreadable: 0, skipped: 1 })
    expect((await to.get('/brain/receipts')).body.receipts).toEqual([])
    expect((await imported(to.key, file)).body).toMatchObject({ already_imported: 1, unreadable: 0, skipped: 0 })
    expect((await to.get('/brain/receipts')).body.receipts).toHaveLength(1)
    expect(rowsOf((await exported(to.key, '?vectors=true')).text)).toBe(rowsOf(file))
    const { entries } = (await to.get('/brain/audit?action=import')).body as { entries: Record<string, unknown>[] }
    expect(entries).toMatchObject([
      { key: to.keyId, counts: { memories: 0, receipts: 1 } },
      { key: writer.keyId, counts: { memories: 1, chunks: 1, receipts: 0 } },
    ])
    await imported(to.key, file)
    expect((await to.get('/brain/audit?action=import')).body.entries).toHaveLength(2)
  })

  it('is given vectors of the embedder in use where it has another one’s, also of what is out of retrieval', async () => {
    const from = await open()
    const ids: string[] = []
    for (const text of ['Ann likes tea, and Bob lives in Oslo.', 'Carl moved to Rome. He works at Nordwind.'])
      ids.push((await from.post('/brain/ingest', { text })).body.memory_id as string)
    await from.post(`/brain/memories/${ids[1]}/invalidate`, {})
    const remade = async (file: string) => {
      const to = await open()
      expect((await imported(to.key, file)).body).toMatchObject({ imported: 2, unreadable: 0 })
      return rowsOf((await exported(to.key, '?vectors=true')).text)
    }
    const foreign = (await exported(from.key, '?vectors=true')).text.replace(
      /"embedder":"[^"]+"/,
      '"embedder":"another-1"',
    )
    expect(foreign).toContain('"parked":[{')
    expect(await remade(foreign)).toBe(await remade((await exported(from.key)).text))
  })

  it('is given vectors anew where the tokens after one are none', async () => {
    const from = await open()
    const ids: string[] = []
    for (const text of ['Ann likes tea.', 'Carl moved to Rome.'])
      ids.push((await from.post('/brain/ingest', { text })).body.memory_id as string)
    await from.post(`/brain/memories/${ids[1]}/invalidate`, {})
    const file = (await exported(from.key, '?vectors=true')).text
    const ofTokens = /(?<="data":"[^".]+\.)[^"]+/g
    // One that is in retrieval, and one that is not.
    expect(file.match(ofTokens)).toHaveLength(2)
    const broken = {
      'bytes that are no token': () => 'AAAA',
      'a token and a half': () => 'A'.repeat(64),
      'a length that base64 never has': () => 'A'.repeat(41),
      'one byte less': (tokens: string) => btoa(atob(tokens).slice(1)),
      'far too many': () => btoa('A'.repeat(32 * 3 * 1000)),
    }
    for (const [what, tokens] of Object.entries(broken)) {
      const to = await open()
      const sent = file.replaceAll(ofTokens, tokens)
      expect(sent, what).not.toBe(file)
      const report = await imported(to.key, sent)
      expect([what, report.status, report.body.imported, report.body.unreadable]).toEqual([what, 200, 2, 0])
      expect(rowsOf((await exported(to.key, '?vectors=true')).text), what).toBe(rowsOf(file))
    }
  })

  it('has what a memory was before in lines of their own, where it is too much for one', async () => {
    const [first, from, to, other] = [await open(), await open(), await open(), await open()]
    for (const text of ['Ann likes tea.', 'Bob likes rum.']) await first.post('/brain/ingest', { text })
    const versions = Array.from({ length: 12 }, (_, n) => ({
      ...{ version: n + 1, text: `Ann likes dish ${n}. `.repeat(2_000), metadata: { n }, persona: 'shared' },
      ...{ occurred_at: 1_700_000_000_000, replaced_at: 1_700_000_000_000 + n },
    }))
    const changed = (await exported(first.key)).text.replace(
      '"version":1,"changes":null',
      '"version":13,"changes":null',
    )
    const told = changed.replace('"versions":[]', `"versions":${JSON.stringify(versions)}`)
    expect((await imported(from.key, told)).body).toMatchObject({ imported: 2, unreadable: 0 })
    const file = (await exported(from.key)).text
    const types = linesOf(file).map(({ type }) => type)
    const histories = types.filter((type) => type === 'history').length
    expect(histories).toBeGreaterThan(3)
    expect(types.indexOf('history')).toBe(types.indexOf('memory') + 1)
    expect((await imported(to.key, file, '?dry_run=true')).body).toMatchObject({ imported: 2, unreadable: 0 })
    // Each is a text to be kept, and paid for like one; what was there costs nothing.
    for (const operations of [2 + histories, 0])
      expect((await imported(to.key, file)).body).toMatchObject({ unreadable: 0, operations })
    expect(await to.used()).toBe(2 + histories)
    expect(rowsOf((await exported(to.key)).text)).toBe(rowsOf(file))
    // A choice of memories has the histories of those alone.
    expect((await exported(from.key, '?entity=Bob')).text).not.toContain('"type":"history"')
    expect((await exported(from.key, '?entity=Ann')).text.match(/"type":"history"/g)).toHaveLength(histories)
    // Without its memory each of them is named.
    const headless = file
      .split('\n')
      .filter((line) => !line.includes('Ann likes tea.') || !line.startsWith('{"type":"memory"'))
    const report = (await imported(other.key, headless.join('\n'))).body
    expect(report).toMatchObject({ imported: 1, unreadable: histories, operations: 1 })
    expect(report.problems).toMatchObject([{ at: `line ${1 + types.indexOf('history') - 1}` }])
  })

  it('has a line that can be sent, however much metadata a text with many facts has', async () => {
    const [from, to] = [await open(), await open()]
    const text = Array.from({ length: 40 }, (_, n) => `Person${n} lives in Town${n} and likes tea${n}.`).join(' ')
    await from.post('/brain/ingest', { text, metadata: { data: 'AAAA', notes: 'n'.repeat(15_000) } })
    const file = (await exported(from.key, '?vectors=true')).text
    expect(Math.max(...file.split('\n').map((line) => line.length))).toBeLessThan(200_000)
    expect((await imported(to.key, file)).body).toMatchObject({ imported: 1, unreadable: 0 })
    expect(rowsOf((await exported(to.key, '?vectors=true')).text)).toBe(rowsOf(file))
  })

  it('goes on after a bad line, names those that rest on it, and charges for neither', async () => {
    const [from, to] = [await open(), await open()]
    for (const text of ['Ann likes tea.', 'Ann likes tea.', 'Bob likes rum.'])
      await from.post('/brain/ingest', { text, session_id: text })
    const file = (await exported(from.key)).text
    const lines = file.trimEnd().split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"type":"memory"'))
    const damaged = lines.map((line, n) => (n === at ? line.slice(0, -20) : line)).join('\n')
    const { status, body } = await imported(to.key, damaged)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ texts: 1, imported: 1, unreadable: 2, operations: 1, failed: 0 }),
    ])
    expect((body.problems as { at: string }[]).map((problem) => problem.at)).toEqual([
      `line ${at + 1}`,
      `line ${at + 2}`,
    ])
    expect((await to.get('/brain/usage')).body).toMatchObject({ operations: { used: 1 } })
    expect((await imported(to.key, file)).body, 'a whole file brings the rest').toMatchObject({
      imported: 2,
      unreadable: 0,
    })
    const isTold = (line: string) => !line.startsWith('{"type":"end"')
    expect(
      rowsOf((await exported(to.key)).text)
        .split('\n')
        .filter(isTold),
    ).toEqual(rowsOf(file).split('\n').filter(isTold))
  })

  it('refuses to be mixed with what is another account’s, and names bad lines', async () => {
    const [one, other] = [await open(), await open()]
    await one.post('/brain/ingest', { text: 'I live in Oslo.' })
    await other.post('/brain/ingest', { text: 'I live in Rome.' })
    const file = (await exported(one.key)).text
    expect(await imported(other.key, file)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await imported(other.key, file, '?dry_run=true'), 'a dry run says so').toMatchObject({
      ...{ status: 409, body: { code: 'conflict' } },
    })
    expect(await imported(one.key, file, '?dry_run=true')).toMatchObject({
      ...{ status: 200, body: { imported: 0, already_imported: 1 } },
    })
    expect((await exported(other.key)).text).not.toContain('Oslo')
    const empty = await open()
    const lines = file.trimEnd().split('\n')
    const damaged = [lines[0], '{"type":"memory","id":"x"}', 'oops', '{"type":"spy"}', ...lines.slice(1)].join('\n')
    expect((await imported(empty.key, damaged)).body).toMatchObject({
      imported: 1,
      unreadable: 3,
      problems: [{ at: 'line 2' }, { at: 'line 3' }, { at: 'line 4' }],
    })
    expect((await imported(empty.key, lines.slice(1).join('\n'), '?format=edge-brain')).status).toBe(400)
    expect((await imported(await open().then(({ key }) => key), file, '?dry_run=true')).body).toMatchObject({
      imported: 1,
      operations: 1,
    })
  })
})

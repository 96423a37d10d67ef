import { describe, expect, it } from 'vitest'
import chatgpt from '../domain/import/fixtures/chatgpt-conversations.json?raw'
import mem0 from '../domain/import/fixtures/mem0-get-all.json?raw'
import { newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

interface Report {
  texts: number
  imported: number
  restated: number
  already_imported: number
  unreadable: number
  skipped: number
  problems: { at: string; detail: string }[]
  personas: string[]
  sessions: number
  since: number | null
  until: number | null
  operations: number
  detail?: string
  code?: string
}

async function importFile(key: string, query: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetchService(`/brain/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Report }
}

interface Memory {
  text: string
  persona: string
  source: string
  session_id: string | null
  occurred_at: number
  metadata: Record<string, unknown>
  facts: { created_at: number }[]
}

async function open() {
  const account = await newAccount()
  const owner = await account.keyWith({})
  const memories = async (query = '') =>
    (await owner.get(`/brain/memories${query}`)).body as unknown as { memories: Memory[] }
  return { ...account, key: owner.key, memories: async (query?: string) => (await memories(query)).memories }
}

describe('POST /brain/import', () => {
  it('keeps time, speaker and conversation of a file, and imports it once', async () => {
    const { key, memories, used } = await open()
    const first = await importFile(key, '', chatgpt)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      texts: 5,
      imported: 5,
      already_imported: 0,
      unreadable: 2,
      skipped: 4,
      personas: ['shared'],
      sessions: 2,
      since: 1714560000.123,
      until: 1714660002,
      operations: 25,
      problems: [{ at: 'conversation 2' }, { at: 'conversation 3' }],
    })
    expect(await used()).toBe(25)
    const told = await memories('?session_id=6631f0c0-aaaa-4bbb-8ccc-000000000001')
    expect(told.map(({ text, source, occurred_at }) => [text, source, occurred_at])).toEqual([
      ['Alfama is the oldest district of Lisbon.', 'assistant', 1714560014.25],
      ['I am moving to Lisbon in June.\n\nMy flat is in Alfama.', 'user', 1714560010.5],
      ['I am a nurse and I have two cats.', 'user', 1714560000.123],
    ])
    expect(told[0]!.metadata).toEqual({
      import_id: 'chatgpt:6631f0c0-aaaa-4bbb-8ccc-000000000001/bbb2',
      conversation: 'Moving to Lisbon',
    })
    const before = JSON.stringify(await memories())
    const again = await importFile(key, 'format=chatgpt', chatgpt)
    expect(again.body).toMatchObject({ texts: 5, imported: 0, already_imported: 5, operations: 0 })
    expect(JSON.stringify(await memories())).toBe(before)
    expect(await used()).toBe(25)
  })

  it('says the same in a dry run, stores nothing and costs nothing', async () => {
    const { key, memories, used } = await open()
    const dry = await importFile(key, 'format=mem0&dry_run=true', mem0)
    expect(dry.body).toMatchObject({
      dry_run: true,
      texts: 4,
      imported: 4,
      unreadable: 1,
      personas: ['alex', 'shared', 'travel-agent'],
      operations: 20,
      problems: [{ at: 'memory 1, memory 4', detail: 'has no memory: a text was expected' }],
    })
    expect([await memories(), await used()]).toEqual([[], 0])
    await importFile(key, 'format=mem0', mem0)
    expect((await importFile(key, 'format=mem0&dry_run=true', mem0)).body).toMatchObject({
      imported: 0,
      already_imported: 4,
    })
    const alex = (await memories()).filter(({ persona }) => persona === 'alex')
    expect(alex.map(({ text }) => text)).toEqual([
      'Caroline: I moved to Oslo in March',
      'User is planning to watch a movie tonight and prefers thrillers',
    ])
  })

  it('takes a file in parts, lines of ours beside it, and goes on after bad lines', async () => {
    const { key, memories } = await open()
    const lines = [
      '{"text":"I live in Oslo.","speaker":"Ann","session_id":"s","occurred_at":"2024-05-01"}',
      '{oops',
      '7',
    ]
    const { body } = await importFile(key, 'format=items', `${lines.join('\n')}\n{"text":"Bob sails."}\n`)
    expect(body).toMatchObject({ texts: 2, imported: 2, unreadable: 2 })
    expect(body.problems.map(({ at }) => at)).toEqual(['line 2', 'line 3'])
    expect((await memories())[1]).toMatchObject({
      text: 'Ann: I live in Oslo.',
      session_id: 's',
      occurred_at: 1714521600,
    })
    // The same conversation as a line of ours, as the command line sends it, is the same.
    const line = {
      text: 'Alfama is the oldest district of Lisbon.',
      import_id: 'chatgpt:6631f0c0-aaaa-4bbb-8ccc-000000000001/bbb2',
    }
    await importFile(key, 'format=items', JSON.stringify(line))
    expect((await importFile(key, 'format=chatgpt', chatgpt)).body).toMatchObject({ imported: 4, already_imported: 1 })
  })

  it('reads a text as a document with a name', async () => {
    const { key, memories } = await open()
    await importFile(key, 'format=text&name=notes.md', '# House\n\nThe boiler is new.\n\nThe roof leaks.', {
      'content-type': 'text/markdown',
    })
    expect(
      (await memories()).map(({ text, source, metadata }) => [text, source, metadata.file, metadata.section]),
    ).toEqual([
      ['# House\n\nThe roof leaks.', 'document', 'notes.md', 'House'],
      ['# House\n\nThe boiler is new.', 'document', 'notes.md', 'House'],
    ])
  })

  it('lets a bound key write its own personas alone, and needs the scope to write', async () => {
    const { keyWith, memories } = await open()
    const bound = await keyWith({ personas: ['ann'] })
    expect((await importFile(bound.key, 'format=mem0', mem0)).status).toBe(403)
    expect((await importFile(bound.key, 'format=mem0&persona=bob', mem0)).status).toBe(403)
    expect((await importFile(bound.key, 'format=mem0&persona=ann', mem0)).body).toMatchObject({ personas: ['ann'] })
    expect((await importFile(bound.key, 'format=chatgpt', chatgpt)).body).toMatchObject({ personas: ['ann'] })
    expect((await memories('?persona=ann')).length).toBe(9)
    const reader = await keyWith({ scopes: ['read'] })
    expect((await importFile(reader.key, 'format=mem0', mem0)).status).toBe(403)
  })

  it('refuses what it cannot take as a whole', async () => {
    const { key, used } = await open()
    const refused = async (query: string, body: string, headers = {}) => {
      const answer = await importFile(key, query, body, headers)
      return [answer.status, answer.body.detail]
    }
    expect(await refused('format=notion', 'x')).toEqual([
      400,
      expect.stringContaining('format: must be one of edge-brain, items'),
    ])
    expect(await refused('', '{"a": 1}')).toEqual([400, expect.stringContaining('format: nothing tells')])
    expect(await refused('format=items', '')).toEqual([400, 'body: required'])
    expect(await refused('format=items', '{}', { 'content-encoding': 'gzip' })).toEqual([400, expect.any(String)])
    expect(await refused('format=text', 'word\n\n'.repeat(2_001))).toEqual([
      400,
      'body: must have at most 2000 texts; send the file in parts',
    ])
    expect((await refused('format=items', 'x'.repeat(2 * 1024 * 1024 + 1)))[0]).toBe(413)
    expect(await used()).toBe(0)
    const nothing = await importFile(key, 'format=items', 'not json\nat all')
    expect(nothing.body).toMatchObject({ texts: 0, imported: 0, unreadable: 2 })
  })

  it('happens once with an Idempotency-Key', async () => {
    const { key, used } = await open()
    const once = { 'idempotency-key': 'import-1' }
    const first = await importFile(key, 'format=mem0', mem0, once)
    const again = await importFile(key, 'format=mem0', mem0, once)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.imported).toBe(first.body.imported)
    expect(await used()).toBe(20)
  })

  it('is charged beforehand: what the budget does not allow is not begun', async () => {
    const account = await newAccount('free')
    const { key } = await account.keyWith({})
    const texts = Array.from({ length: 1_900 }, (_, n) => JSON.stringify({ text: '.', import_id: `n${n}` })).join('\n')
    const spent = await importFile(key, 'format=items', texts)
    expect(spent.body).toMatchObject({ texts: 1_900 })
    const more = Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ text: `word ${n}` })).join('\n')
    expect((await importFile(key, 'format=items', more)).status).toBe(429)
  })
})

import { describe, expect, it } from 'vitest'
import { createClient, importInParts } from '../src/client.ts'
import { json, scriptedFetch } from './scripted-fetch.ts'

const url = 'http://brain.test'
const HEADER = '{"format":"edge-brain","version":1,"embedder":null,"vectors":false}'

/** Answers as the service does: a text a line, and what is no JSON named by its line. */
function open() {
  const { fetch, asked } = scriptedFetch(() => {
    const lines = asked.at(-1)!.body!.split('\n')
    const texts = lines.filter((line) => !line.includes('"format"'))
    const bad = lines.flatMap((line, at) => (line === 'bad' ? [{ at: `line ${at + 1}`, detail: 'is no JSON' }] : []))
    return json({
      ...{ format: 'x', dry_run: false, texts: texts.length, imported: texts.length - bad.length, restated: 0 },
      ...{ already_imported: 0, failed: 0, unreadable: bad.length, skipped: 0, problems: bad, facts_ingested: 1 },
      ...{ episodic_chunks: 1, entities_extracted: 0, personas: ['shared'], sessions: 0, latency_ms: 1 },
      ...{ since: asked.length, until: asked.length, operations: texts.length },
    })
  })
  return { brain: createClient({ url, fetch }), asked }
}

describe('a file that is imported in parts', () => {
  it('has its header in each of them, and is summed up', async () => {
    const { brain, asked } = open()
    const rows = Array.from({ length: 450 }, (_, n) => `{"type":"session","name":"s${n}"}`)
    rows[300] = 'bad'
    const file = [HEADER, ...rows, ''].join('\n')
    const heard: number[] = []
    const stream = new Blob([file]).stream()
    const report = await importInParts(brain, stream, {}, { onPart: ({ texts }) => heard.push(texts) })
    expect(asked.map(({ body }) => body!.split('\n')[0])).toEqual([HEADER, HEADER, HEADER])
    expect(asked.flatMap(({ body }) => body!.split('\n').slice(1))).toEqual(rows)
    expect(asked.every((call) => call.url.endsWith('/brain/import?format=edge-brain'))).toBe(true)
    expect(heard).toEqual([200, 400, 450])
    expect(report).toMatchObject({ texts: 450, imported: 449, unreadable: 1, since: 1, until: 3, personas: ['shared'] })
    expect(report.problems).toEqual([{ at: 'line 302', detail: 'is no JSON' }])
  })

  it('is cut by bytes too, wherever its pieces end, and leaves out a line that nobody could send', async () => {
    const { brain, asked } = open()
    const long = (n: number) => JSON.stringify({ text: `${n}${'ä'.repeat(300_000)}` })
    const bytes = new TextEncoder().encode([long(1), 'x'.repeat(2_100_000), long(2), long(3)].join('\n'))
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 65_537) yield bytes.slice(at, at + 65_537)
    }
    const report = await importInParts(brain, pieces())
    expect(asked.map(({ body }) => body)).toEqual([long(1), long(2), long(3)])
    expect(report.problems).toEqual([{ at: 'line 2', detail: 'is longer than 2 MB' }])
    expect(report).toMatchObject({ texts: 3, unreadable: 1 })
  })

  it('leaves the data of vectors out of a line that is too long with it, and nothing else', async () => {
    const { brain, asked } = open()
    const vectors = Array.from({ length: 2_000 }, () => ({ facts: [1], data: 'A'.repeat(1_100) }))
    const row = { type: 'memory', id: 1, metadata: { data: 'QUJD' }, chunks: [{ id: 1, vectors }], facts: [] }
    await importInParts(brain, [HEADER, JSON.stringify(row)].join('\n'))
    const [, sent] = asked[0]!.body!.split('\n')
    const bare = vectors.map(({ facts }) => ({ facts }))
    expect(JSON.parse(sent!)).toEqual({ ...row, chunks: [{ id: 1, vectors: bare }] })
  })

  it('is made of values as well, and each part has a key of its own', async () => {
    const { brain, asked } = open()
    const values = Array.from({ length: 201 }, (_, n) => ({ text: `Text ${n}.` }))
    expect(await importInParts(brain, values, { persona: 'ada' }, { idempotencyKey: 'k' })).toMatchObject({
      texts: 201,
    })
    expect(asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k-0', 'k-1'])
    expect(asked[0]!.url).toContain('persona=ada')
    await expect(importInParts(brain, '[]', { format: 'chatgpt' })).rejects.toThrow('not made of lines')
  })
})

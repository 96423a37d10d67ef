import { describe, expect, it } from 'vitest'
import { createImportReader, type ImportFormat, type ReadOptions } from '../../../src/domain/import/import-formats.ts'
import type { Found, ImportedText, Unreadable } from '../../../src/domain/import/imported-text.ts'
import { toItemLine } from '../../../src/domain/import/item-lines.ts'
import { recogniseFormat } from '../../../src/domain/import/recognise-format.ts'
import chatgpt from './fixtures/chatgpt-conversations.json?raw'
import claude from './fixtures/claude-conversations.json?raw'
import mcpGraph from './fixtures/mcp-memory.json?raw'
import mcpLines from './fixtures/mcp-memory.jsonl?raw'
import mem0 from './fixtures/mem0-get-all.json?raw'
import mem0Platform from './fixtures/mem0-platform.json?raw'
import notes from './fixtures/notes.md?raw'
import openMemory from './fixtures/openmemory-memories.json?raw'

const NOW = Date.parse('2026-11-16T10:00:00Z')

function read(format: ImportFormat, file: string, partLength = file.length, options: Partial<ReadOptions> = {}) {
  const reader = createImportReader(format, { now: NOW, ...options })
  const found: Found[] = []
  for (let at = 0; at < file.length; at += partLength)
    for (const one of reader.push(file.slice(at, at + partLength))) found.push(one)
  for (const one of reader.end()) found.push(one)
  return {
    texts: found.flatMap((one): ImportedText[] => ('text' in one ? [one.text] : [])),
    problems: found.flatMap((one): Unreadable[] => ('problem' in one ? [one] : [])),
    skipped: found.reduce((sum, one) => sum + ('skipped' in one ? one.skipped : 0), 0),
  }
}

describe('reading the files of others', () => {
  it('reads what mem0 answers, field by field', () => {
    const { texts, problems } = read('mem0', mem0)
    expect(texts).toEqual([
      {
        text: 'User is planning to watch a movie tonight and prefers thrillers',
        persona: 'alex',
        source: 'user',
        sessionId: null,
        metadata: { category: 'movie_recommendations', reviewed: true },
        occurredAt: Date.parse('2025-02-28T00:33:20.557Z'),
        identity: ['892db2ae-06d9-49e5-8b3e-585ef9b85b8e'],
      },
      {
        text: 'Caroline: I moved to Oslo in March',
        persona: 'alex',
        source: 'user',
        sessionId: 'trip-planning',
        metadata: { actor_id: 'Caroline', updated_at: '2025-05-01T08:00:00+00:00' },
        occurredAt: Date.parse('2025-04-02T08:00:00Z'),
        identity: ['a1b2c3d4-0000-4000-8000-000000000001'],
      },
      {
        text: 'Recommended the night train to Bergen',
        persona: 'travel-agent',
        source: 'assistant',
        sessionId: null,
        metadata: { agent_id: 'travel-agent' },
        occurredAt: Date.parse('2025-04-02T08:00:05Z'),
        identity: ['a1b2c3d4-0000-4000-8000-000000000002'],
      },
      expect.objectContaining({ text: 'alex lives in oslo', identity: ['relation', 'alex', 'lives_in', 'oslo'] }),
    ])
    expect(problems).toEqual([{ at: 'memory 1, memory 4', problem: 'has no memory: a text was expected' }])
  })

  it('reads the list of the mem0 platform and the export of OpenMemory', () => {
    expect(read('mem0', mem0Platform).texts).toMatchObject([
      {
        text: 'Dev works at TechCorp as a senior engineer',
        persona: 'dev',
        occurredAt: Date.parse('2024-07-20T08:30:36.275Z'),
        metadata: { type: 'professional', categories: ['professional_details'] },
      },
    ])
    const { texts, skipped } = read('mem0', openMemory)
    expect(texts).toMatchObject([
      { text: 'Maria is allergic to peanuts', persona: 'maria', metadata: { state: 'active', mcp_client: 'cursor' } },
    ])
    expect(skipped).toBe(1)
  })

  it('tells what the MCP server-memory knows as sentences, from both shapes of its file', () => {
    const { texts, problems } = read('mcp-memory', mcpLines)
    expect(texts.map(({ text }) => text)).toEqual([
      'John Smith is a person.',
      'John Smith speaks fluent Spanish',
      'John Smith graduated in 2019',
      'John Smith sails on weekends',
      'John Smith: Email: john@example.com',
      'Anthropic is an organization.',
      'The user is a person.',
      'The user prefers morning meetings',
      'John Smith works at Anthropic.',
      'The user manages team of John Smith.',
    ])
    expect(texts[1]).toMatchObject({ source: 'document', metadata: { entity: 'John_Smith', entity_type: 'person' } })
    expect(problems).toEqual([
      { at: 'line 3, observation 2', problem: 'is no text' },
      { at: 'line 4', problem: 'is no valid JSON' },
      { at: 'line 7', problem: 'is neither an entity nor a relation' },
    ])
    expect(read('mcp-memory', mcpGraph).texts.map(({ text }) => text)).toEqual([
      'Lisbon Office is an office.',
      'Lisbon Office opened in 2021',
      'Lisbon Office located in Portugal.',
    ])
  })

  it('follows the current branch of a ChatGPT conversation', () => {
    const { texts, problems, skipped } = read('chatgpt', chatgpt)
    const session = '6631f0c0-aaaa-4bbb-8ccc-000000000001'
    expect(texts.slice(0, 3)).toEqual([
      {
        text: 'I am a nurse and I have two cats.',
        persona: null,
        source: 'user',
        sessionId: session,
        metadata: { conversation: 'Moving to Lisbon' },
        occurredAt: 1714560000123,
        identity: ['profile', 'I am a nurse and I have two cats.'],
      },
      {
        text: 'I am moving to Lisbon in June.\n\nMy flat is in Alfama.',
        persona: null,
        source: 'user',
        sessionId: session,
        metadata: { conversation: 'Moving to Lisbon' },
        occurredAt: 1714560010500,
        identity: [session, 'aaa2'],
      },
      {
        text: 'Alfama is the oldest district of Lisbon.',
        persona: null,
        source: 'assistant',
        sessionId: session,
        metadata: { conversation: 'Moving to Lisbon' },
        occurredAt: 1714560014250,
        identity: [session, 'bbb2'],
      },
    ])
    expect(texts.slice(3).map(({ text }) => text)).toEqual(['I keep bees.', 'I sell honey.'])
    expect(skipped).toBe(4)
    expect(problems).toEqual([
      { at: 'conversation 2', problem: 'has messages that follow each other in a circle; those before it were read' },
      { at: 'conversation 3', problem: 'is no conversation: mapping, an object, was expected' },
    ])
  })

  it('reads conversations of Claude with their attachments, without what was edited away', () => {
    const { texts, problems, skipped } = read('claude', claude)
    const session = '11111111-2222-4333-8444-555555555555'
    expect(texts.map(({ text, source }) => [source, text])).toEqual([
      ['user', 'My garden faces north. Here is the plan.'],
      ['document', 'The shed is behind the apple tree.'],
      ['assistant', 'Ferns like the shade.\n\nSo do hostas.'],
      ['user', 'Thanks, I will plant ferns.'],
      ['user', 'I drive a truck.'],
      ['assistant', 'A truck it is.'],
    ])
    expect(texts[0]).toMatchObject({
      sessionId: session,
      occurredAt: Date.parse('2025-03-01T09:00:10.123Z'),
      identity: [session, 'aaaaaaaa-0000-4000-8000-000000000001'],
    })
    expect(texts[1]).toMatchObject({ metadata: { conversation: 'Garden plans', file: 'plan.txt' } })
    // Its own time cannot be read: the conversation's stands for it.
    expect(texts[3]!.occurredAt).toBe(Date.parse('2025-03-01T09:00:00Z'))
    expect(problems.map(({ at }) => at)).toEqual(['conversation 1, message 4', 'conversation 1, message 5'])
    expect(skipped).toBe(1)
  })

  it('reads Markdown as a document: headings, lists, tables and code are kept', () => {
    const { texts } = read('text', notes, notes.length, { name: 'notes.md' })
    expect(texts.map(({ text, metadata }) => [metadata.section, text])).toEqual([
      ['House', '# House\n\nThe boiler was replaced in May.\nIt is in the cellar.'],
      [
        'House › Keys',
        '# House\n\n## Keys\n\nSpare keys are with:\n\n- Emma next door\n- the office,\n  second drawer',
      ],
      ['House › Keys', '# House\n\n## Keys\n\n| room | colour |\n|---|---|\n| kitchen | green |'],
      ['House › Keys', '# House\n\n## Keys\n\n```sh\nssh nas\n\nbackup --all\n```'],
      ['House › Family', '# House\n\n## Family\n\nEmma lives in Lyon.'],
    ])
    expect(texts[0]).toMatchObject({ source: 'document', metadata: { file: 'notes.md' } })
  })

  it('finds the same however the file is cut into parts', () => {
    const files = { mem0, 'mcp-memory': mcpLines, chatgpt, claude, text: notes } as const
    for (const [format, file] of Object.entries(files))
      for (const length of [1, 7, 100]) {
        const at = [format as ImportFormat, file] as const
        expect(read(...at, length), `${format} by ${length}`).toEqual(read(...at))
      }
  })

  it('recognises each by its content', () => {
    const files: [ImportFormat, string][] = [
      ['mem0', mem0],
      ['mem0', mem0Platform],
      ['mem0', openMemory],
      ['mcp-memory', mcpLines],
      ['mcp-memory', mcpGraph],
      ['chatgpt', chatgpt],
      ['claude', claude],
      ['text', notes],
      ['items', '{"text":"I live in Oslo."}\n'],
      ['text', '[ ] buy milk\n[x] call Emma'],
    ]
    for (const [format, file] of files) expect(recogniseFormat(file.slice(0, 4_000)), file.slice(0, 40)).toBe(format)
    expect(recogniseFormat('{"a": 1}')).toBeNull()
    expect(recogniseFormat('{"type": "fact", "text": "I like tea"}')).toBe('items')
    expect(recogniseFormat('{"type": "memory", "memory": "likes tea"}')).toBe('mem0')
    // An export of ours without its header, or as a list, is none of another's.
    expect(recogniseFormat('{"type":"memory","id":1,"text":"Tea."}')).toBe('edge-brain')
    expect(recogniseFormat('[{"format":"edge-brain","version":1},{"text":"Tea."}]')).toBe('edge-brain')
    expect(recogniseFormat('PK\u0003\u0004\u0000\u0000')).toBeNull()
  })
})

describe('hostile files', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  it('survive deep nesting, wrong types and inherited names', () => {
    const metadata = read('mem0', `[{"memory":"a","metadata":{"deep":${deep},"__proto__":{"x":1},"ok":1}}]`)
    expect(metadata.texts[0]!.metadata).toEqual({ ok: 1, metadata_truncated: true })
    for (const format of ['items', 'mem0', 'mcp-memory', 'chatgpt', 'claude'] as const)
      for (const value of ['1', 'null', '"x"', '[]', deep, '{"mapping":[],"chat_messages":{}}', '{"__proto__":1}']) {
        const { texts, problems, skipped } = read(format, `[${value}]`)
        expect(texts, `${format} ${value.slice(0, 20)}`).toEqual([])
        expect(problems.length + skipped).toBe(1)
      }
    const inherited = '{"mapping":{"a":{"message":null,"parent":"__proto__"}},"current_node":"constructor"}'
    expect(read('chatgpt', `[${inherited}]`)).toEqual({ texts: [], problems: [], skipped: 0 })
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('name a value that is too long or cut off, and go on where they can', () => {
    const long = `{"text":"${'x'.repeat(2_000)}"}\n{"text":"I live in Oslo."}\n`
    const { texts, problems } = read('items', long, 100, { mostCharacters: 1_000 })
    expect(texts.map(({ text }) => text)).toEqual(['I live in Oslo.'])
    expect(problems).toEqual([{ at: 'line 1', problem: 'is longer than 1000 characters' }])
    expect(read('claude', claude.slice(0, -200)).problems.at(-1)).toEqual({
      at: expect.stringMatching(/^conversation 2 \(line \d+\)$/),
      problem: 'is cut off',
    })
    expect(read('mem0', '{"results": [\n{"memory": "a"},\n').problems.length).toBeGreaterThan(0)
  })

  it('keep what is longer than a memory, in pieces', () => {
    const text = 'All work and no play. '.repeat(10_000)
    const { texts } = read('items', JSON.stringify({ text, import_id: 'one' }))
    expect(texts.map((one) => one.text).join('')).toBe(text)
    expect(Math.max(...texts.map((one) => one.text.length))).toBeLessThanOrEqual(100_000)
    expect(new Set(texts.map(({ identity }) => identity.join())).size).toBe(texts.length)
  })

  it('are read in time that grows with their length', () => {
    for (const [format, part] of [
      ['text', '# a\n'],
      ['text', '```\n'],
      ['text', 'a:\n\n'],
      ['text', '- '],
      ['text', '[['],
      ['text', '[^1]'],
      ['text', '%%'],
      ['text', '|a|\n'],
      ['chatgpt', '\ue200'],
      ['items', '{'],
      ['mem0', '['],
    ] as const) {
      const started = Date.now()
      read(format, part.repeat(50_000))
      expect(Date.now() - started, `${format} ${part}`).toBeLessThan(20_000)
    }
  })
})

describe('a line of ours', () => {
  it.each([
    ['2026-05-04T20:00:00-07:00', '2026-05-04T20:00:00.000-07:00', -7 * 60],
    ['2026-05-04 20:00:00-07:00', '2026-05-04T20:00:00.000-07:00', -7 * 60],
    ['2026-05-04T20:00:00.250+0545', '2026-05-04T20:00:00.250+05:45', 5 * 60 + 45],
    ['2026-05-04 20:00 -03:30', '2026-05-04T20:00:00.000-03:30', -3 * 60 - 30],
    ['2026-05-04T20:00:00Z', Date.UTC(2026, 4, 4, 20) / 1000, 0],
    ['2026-05-04', Date.UTC(2026, 4, 4) / 1000, 0],
  ])('keeps by whose clock %s was said, when it is passed on', (given, written, minutes) => {
    const line = (occurred_at: unknown) => JSON.stringify({ text: 'Dentist tomorrow', occurred_at })
    const [first] = read('items', line(given)).texts
    expect(first!.offsetMs! + 0).toBe(minutes * 60_000)
    const passedOn = toItemLine(first!, 'a')
    expect(JSON.parse(passedOn).occurred_at).toBe(written)
    const [second] = read('items', passedOn).texts
    expect(second).toMatchObject({ occurredAt: first!.occurredAt, offsetMs: first!.offsetMs })
  })
})

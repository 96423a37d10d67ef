import { describe, expect, it } from 'vitest'
import { createImportReader, type ImportFormat } from '../../../src/domain/import/import-formats.ts'
import { importIdOf } from '../../../src/domain/import/import-id.ts'
import type { Found, ImportedText, Unreadable } from '../../../src/domain/import/imported-text.ts'
import { recogniseFormat } from '../../../src/domain/import/recognise-format.ts'
import chatgpt from './fixtures/chatgpt-conversations-000.json?raw'
import shared from './fixtures/chatgpt-shared-conversations.json?raw'
import claude from './fixtures/claude-conversations-2026.json?raw'
import designChat from './fixtures/claude-design-chat.json?raw'
import memories from './fixtures/claude-memories.json?raw'
import projects from './fixtures/claude-projects.json?raw'
import users from './fixtures/claude-users.json?raw'
import history from './fixtures/mem0-history.json?raw'
import platformPage from './fixtures/mem0-platform-page.json?raw'
import schemaExport from './fixtures/mem0-schema-export.json?raw'
import openMemory from './fixtures/openmemory-memories.json?raw'
import openMemoryLines from './fixtures/openmemory-memories.jsonl?raw'

const NOW = Date.parse('2026-11-16T10:00:00Z')

function read(format: ImportFormat, file: string) {
  const reader = createImportReader(format, { now: NOW })
  const found: Found[] = [...reader.push(file), ...reader.end()]
  return {
    texts: found.flatMap((one): ImportedText[] => ('text' in one ? [one.text] : [])),
    problems: found.flatMap((one): Unreadable[] => ('problem' in one ? [one] : [])),
    skipped: found.reduce((sum, one) => sum + ('skipped' in one ? one.skipped : 0), 0),
  }
}

const idsOf = (format: string, file: string) =>
  Promise.all(read(format as ImportFormat, file).texts.map(({ identity }) => importIdOf(format, identity)))

describe('an export of ChatGPT', () => {
  const { texts, problems, skipped } = read('chatgpt', chatgpt)
  const T = 1_757_000_000_000
  const dive = '68b9a000-0000-8000-8000-00000000000a'

  it('gives what was said and remembered, by whom, when and in which conversation', () => {
    expect(texts.filter((one) => one.sessionId === dive || one.sessionId === null)).toMatchObject([
      { text: 'Preferred name: Ana\nRole: Marine biologist in Setúbal', source: 'user', occurredAt: T },
      { text: 'Has a daughter named Inês.', source: 'assistant', sessionId: null, occurredAt: Date.UTC(2025, 1, 11) },
      { text: 'Is allergic to shellfish.', source: 'assistant', sessionId: null, occurredAt: Date.UTC(2025, 2, 2) },
      {
        text: 'I dive in Arrábida every Saturday.\n\nMy boat is called Sardinha.',
        source: 'user',
        occurredAt: T + 60_250,
        metadata: { conversation: 'Diving near Setúbal', files: ['dive-log.pdf'] },
        identity: [dive, 'msg-u1'],
      },
      {
        text: 'Owns a boat called Sardinha.',
        source: 'assistant',
        identity: ['memory', 'Owns a boat called Sardinha.'],
      },
      {
        text: 'Cabo Espichel has the clearest water. See the dive guide. It is calm in May.',
        source: 'assistant',
        // It names no time: it was said after the message before it.
        occurredAt: T + 65_700,
      },
      { text: 'Ana: Thank you, I will go to Cabo Espichel.', source: 'user', occurredAt: T + 90_000 },
      { text: "```python\nprint('depth', 12)\n```", source: 'assistant' },
    ])
  })

  it('leaves out what nobody saw, what was not to be remembered, and what tools did', () => {
    const all = JSON.stringify(texts)
    for (const word of [
      'Sunday',
      'cape',
      'search first',
      'look that up',
      'context updated',
      'thrown away',
      '4711',
      'Nobody may',
      'one paragraph',
    ])
      expect(all, word).not.toContain(word)
    expect(skipped).toBeGreaterThanOrEqual(12)
  })

  it('finds the end of a conversation that does not name it, and names what it cannot read', () => {
    const said = texts.filter(({ sessionId }) => sessionId?.endsWith('c')).map(({ text }) => text)
    expect(said).toEqual(['Which fins are best?', 'Long ones.'])
    expect(texts.filter(({ sessionId }) => sessionId?.endsWith('d')).map(({ text }) => text)).toEqual([
      'I still count.',
    ])
    expect(problems.map(({ at, problem }) => `${at} ${problem}`)).toEqual([
      'conversation 4, message 2 is no message: an object was expected',
      'conversation 4, message 3 has no author: a role was expected',
      'conversation 4, message 4 has no content: an object was expected',
      'conversation 4, message 5 has no parts: a list was expected',
      expect.stringMatching(/^conversation 5 has messages that follow each other in a circle/),
    ])
    expect(read('chatgpt', shared).problems).toEqual([
      { at: 'conversation 1', problem: 'is a link to a conversation: its messages are in conversations.json' },
    ])
  })

  it('is known again when it is longer', async () => {
    const longer = JSON.parse(chatgpt) as { mapping: Record<string, unknown>; current_node: string }[]
    const message = { id: 'msg-new', author: { role: 'user' }, content: { content_type: 'text', parts: ['One more.'] } }
    longer[0]!.mapping.new = { id: 'new', parent: 'code', message }
    longer[0]!.current_node = 'new'
    const [before, after] = [await idsOf('chatgpt', chatgpt), await idsOf('chatgpt', JSON.stringify(longer))]
    expect(after.filter((id) => !before.includes(id))).toEqual([`chatgpt:${dive}/msg-new`])
    expect(new Set(before).size).toBe(before.length)
  })
})

describe('an export of Claude', () => {
  const { texts, problems, skipped } = read('claude', claude)

  it('gives what was said, without what was edited away, thought, looked up or temporary', () => {
    expect(texts.map(({ source, text }) => [source, text])).toEqual([
      ['user', 'My bakery opens in May.'],
      ['document', 'Rye bread costs 4 euros.'],
      ['assistant', 'Order flour by April.'],
      ['user', 'My mill is in Évora.'],
      ['user', 'Is rye fine?'],
    ])
    expect(texts[0]).toMatchObject({
      sessionId: '019cc800-0000-7000-8000-00000000000a',
      occurredAt: Date.parse('2026-03-01T09:01:01.551Z'),
      metadata: { conversation: 'Bakery plans', files: ['oven.png'] },
    })
    expect([problems, skipped]).toEqual([[], 5])
  })

  it('gives the documents of projects, what Claude remembers, and the chats about designs', () => {
    const project = read('claude', projects)
    expect(project.texts.map(({ text }) => text)).toEqual([
      'Everything about the bakery in Évora.',
      'Answer like a baker.',
      '# Ovens\n\n| oven | degrees |\n|---|---|\n| stone | 280 |\n| steel | 240 |',
    ])
    expect(project.texts[2]).toMatchObject({
      source: 'document',
      occurredAt: Date.UTC(2026, 1, 3, 8),
      metadata: { project: 'Bakery', file: 'ovens.md', section: 'Ovens' },
    })
    expect(project.problems).toEqual([{ at: 'project 1, document 2', problem: 'has no content: a text was expected' }])
    expect(read('claude', memories).texts).toMatchObject([
      { text: '**Work context**\n\nRui is opening a bakery in Évora.', source: 'assistant' },
      { text: '**Personal context**\n\nRui cycles to work.', source: 'assistant' },
      { text: 'The bakery needs two ovens.', metadata: { project_id: 'proj-1' } },
    ])
    expect(read('claude', users)).toEqual({ texts: [], problems: [], skipped: 1 })
    expect(read('claude', designChat).texts).toMatchObject([
      {
        text: 'The door should be green.',
        source: 'user',
        sessionId: 'dc-1',
        metadata: { conversation: 'Shop front' },
      },
      { text: 'A green door it is.', source: 'assistant', occurredAt: Date.parse('2026-05-01T08:00:30Z') },
    ])
  })

  it('is known again when it is longer', async () => {
    const longer = JSON.parse(claude) as { chat_messages: Record<string, unknown>[] }[]
    longer[0]!.chat_messages.push({
      ...{ uuid: 'm9', sender: 'human', text: 'One more.' },
      ...{ created_at: '2026-03-01T09:09:00Z', parent_message_uuid: 's1' },
    })
    const [before, after] = [await idsOf('claude', claude), await idsOf('claude', JSON.stringify(longer))]
    expect(after.filter((id) => !before.includes(id))).toEqual(['claude:019cc800-0000-7000-8000-00000000000a/m9'])
  })
})

describe('files of mem0', () => {
  it('are read from pages of its platform, without what expired', () => {
    const { texts, skipped } = read('mem0', platformPage)
    expect(texts).toMatchObject([
      {
        text: 'Prefers window seats',
        persona: 'dev',
        sessionId: 'trip-7',
        source: 'user',
        occurredAt: Date.parse('2024-07-20T08:30:36.275Z'),
        metadata: { app_id: 'booking', seat: 'window', categories: ['travel'] },
        identity: ['p-1'],
      },
      { text: 'Suggested the night train', source: 'assistant', metadata: { expiration_date: '2099-01-01' } },
    ])
    expect(skipped).toBe(1)
  })

  it('are read from a history: what a memory says last, unless it was deleted', () => {
    const { texts, skipped, problems } = read('mem0', history)
    expect(texts).toMatchObject([
      { text: 'Lives in Lisbon', occurredAt: Date.parse('2025-01-10T17:00:00Z'), identity: ['mem-1'] },
    ])
    expect([skipped, problems]).toEqual([3, []])
  })

  it('are read from an export by a schema of one’s own', () => {
    const text =
      '- full name: Dev Rao\n- current role: senior engineer\n- years: 7\n- skills: Go, Rust\n- education:\n  - level: masters\n  - school: IST'
    expect(read('mem0', schemaExport).texts).toMatchObject([{ text, source: 'user' }])
    expect(read('mem0', `{"data": ${schemaExport}, "status": "completed"}`).texts).toMatchObject([{ text }])
  })

  it('are read from both files of an OpenMemory export, and are the same in both', async () => {
    const { texts, skipped } = read('mem0', openMemoryLines)
    expect(texts).toMatchObject([
      { text: 'Maria is allergic to peanuts', metadata: { app: 'cursor', categories: ['food'], state: 'active' } },
      { text: 'Maria used to sail', metadata: { state: 'archived' } },
    ])
    expect(skipped).toBe(1)
    expect(read('mem0', openMemory).texts[0]).toMatchObject({ persona: 'maria', metadata: { categories: ['food'] } })
    expect((await idsOf('mem0', openMemory))[0]).toBe((await idsOf('mem0', openMemoryLines))[0])
  })
})

describe('a list of the MCP server-memory', () => {
  it('says by its fields what each is', () => {
    const entities = '[{"name":"Rui","entityType":"person","observations":["Bakes rye bread"]}]'
    expect(read('mcp-memory', entities).texts.map(({ text }) => text)).toEqual([
      'Rui is a person.',
      'Rui bakes rye bread',
    ])
    expect(
      read('mcp-memory', '{"relations":[{"from":"Rui","to":"Évora","relationType":"lives_in"}]}').texts,
    ).toMatchObject([{ text: 'Rui lives in Évora.' }])
  })
})

describe('every file', () => {
  const files: [ImportFormat, string][] = [
    ['chatgpt', chatgpt],
    ['chatgpt', shared],
    ['claude', claude],
    ['claude', projects],
    ['claude', memories],
    ['claude', users],
    ['mem0', history],
    ['mem0', platformPage],
    ['mem0', openMemoryLines],
  ]

  it('is recognised by how it begins', () => {
    for (const [format, file] of files) expect(recogniseFormat(file.slice(0, 4_000)), file.slice(0, 60)).toBe(format)
  })

  it('survives another kind of value in every field', () => {
    const values = [null, 7, true, 'x', [], {}, [[]], [null], { a: {} }]
    const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, field]) => [[...path, key], ...pathsIn(field, [...path, key])])
        : []
    let n = 0
    for (const [format, file] of [...files, ['claude', designChat] as [ImportFormat, string]]) {
      if (file === openMemoryLines) continue
      for (const path of pathsIn(JSON.parse(file))) {
        const copy = JSON.parse(file)
        const parent = path.slice(0, -1).reduce((at, key) => at[key], copy)
        parent[path.at(-1)!] = values[n++ % values.length]
        const { texts } = read(format, JSON.stringify(copy))
        const isFine = texts.every(({ text, occurredAt }) => text.trim() !== '' && Number.isFinite(occurredAt ?? 0))
        expect(isFine, path.join('.')).toBe(true)
      }
    }
  })
})

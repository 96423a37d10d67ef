import { describe, expect, it } from 'vitest'
import { type ClaudeMemoryOptions, createClaudeMemory } from '../src/claude-memory.ts'
import { runDocumentedCases } from './claude-memory-cases.ts'
import { documentService } from './document-service.ts'

const start = (more: Partial<ClaudeMemoryOptions> = {}) => {
  const service = documentService()
  return { ...service, memory: createClaudeMemory({ client: service.client, ...more }) }
}

describe('the memory tool', () => {
  it('says what is documented, word for word', () => runDocumentedCases(start().memory))

  it('keeps files as memories, whose metadata has the path', async () => {
    const { memory, stored } = start({ persona: 'ada' })
    await memory.run({ command: 'create', path: '/memories//a.txt', file_text: 'Tea.' })
    expect(stored).toMatchObject([
      {
        ...{ text: 'Tea.', persona: 'ada', source: 'assistant' },
        metadata: { claude_memory: true, claude_memory_path: '/memories/a.txt' },
      },
    ])
  })

  it('keeps the files of one persona from those of another', async () => {
    const { memory, client } = start({ persona: 'ada' })
    const other = createClaudeMemory({ client, persona: 'bob' })
    const shared = createClaudeMemory({ client, persona: 'shared' })
    for (const one of [memory, shared]) await one.run({ command: 'create', path: '/memories/a.txt', file_text: 'Tea.' })
    expect(await other.run({ command: 'view', path: '/memories/a.txt' })).toMatchObject({ is_error: true })
    await memory.run({ command: 'delete', path: '/memories/a.txt' })
    expect(await shared.run({ command: 'view', path: '/memories/a.txt' })).toMatchObject({ is_error: false })
  })

  it('overwrites where that is wanted', async () => {
    const { memory, stored } = start({ overwrite: true })
    await memory.run({ command: 'create', path: '/memories/a.txt', file_text: 'Tea.' })
    await memory.run({ command: 'create', path: '/memories/a.txt', file_text: 'Coffee.' })
    expect(stored.map(({ text }) => text)).toEqual(['Coffee.'])
  })

  it('counts viewing as use, so that it does not fade, unless told otherwise', async () => {
    const { memory, asked, client } = start()
    await memory.run({ command: 'create', path: '/memories/a.txt', file_text: 'Tea.' })
    await memory.run({ command: 'view', path: '/memories/a.txt' })
    expect(asked.at(-1)).toBe('POST /brain/retrieve')
    const before = asked.length
    await createClaudeMemory({ client, keepViewed: false }).run({ command: 'view', path: '/memories/a.txt' })
    expect(asked.slice(before)).toEqual(['GET /brain/memories'])
  })

  it('shows at most 16,000 characters, and says where to go on', async () => {
    const { memory } = start()
    const lines = Array.from({ length: 2000 }, (_, index) => `Line number ${index + 1} of a long file`)
    await memory.run({ command: 'create', path: '/memories/long.txt', file_text: lines.join('\n') })
    const { content } = await memory.run({ command: 'view', path: '/memories/long.txt' })
    expect(content.length).toBeLessThan(16_300)
    const next = /view_range \[(\d+), -1\]/.exec(content)![1]!
    expect(content).toContain(`\t${lines[Number(next) - 2]}\n`)
    const rest = await memory.run({ command: 'view', path: '/memories/long.txt', view_range: [Number(next), -1] })
    expect(rest.content).toContain(`${next.padStart(6)}\t${lines[Number(next) - 1]}`)
    await memory.run({ command: 'create', path: '/memories/wide.txt', file_text: 'x'.repeat(50_000) })
    const wide = (await memory.run({ command: 'view', path: '/memories/wide.txt' })).content
    expect(wide.length).toBeLessThan(16_300)
    // No range shows the rest of a line.
    expect(wide).toMatch(/view_range \[2, -1\] shows what comes after line 1, which is longer than that\.\)$/)
  })

  it('refuses a file of too many lines', async () => {
    const { memory } = start()
    await memory.run({ command: 'create', path: '/memories/huge.txt', file_text: `a${'\n'.repeat(999_999)}` })
    expect(await memory.run({ command: 'view', path: '/memories/huge.txt' })).toEqual({
      ...{ content: 'File /memories/huge.txt exceeds maximum line limit of 999,999 lines.', is_error: true },
    })
  })

  it('edits what is there where somebody else edits meanwhile, and loses nothing', async () => {
    const { memory, client, stored } = start()
    await memory.run({ command: 'create', path: '/memories/a.txt', file_text: 'one\ntwo' })
    let isFirst = true
    const meanwhile = createClaudeMemory({
      client: {
        ...client,
        editMemory: async (...args) => {
          if (isFirst) {
            isFirst = false
            await memory.run({ command: 'insert', path: '/memories/a.txt', insert_line: 0, insert_text: 'zero' })
          }
          return client.editMemory(...args)
        },
      },
    })
    await meanwhile.run({ command: 'str_replace', path: '/memories/a.txt', old_str: 'two', new_str: 'three' })
    expect(stored[0]!.text).toBe('zero\none\nthree')
  })

  it('tells Claude what the service refuses', async () => {
    const { memory, client } = start()
    const failing = createClaudeMemory({ client: { ...client, ingest: () => client.getMemory('m_9') as never } })
    expect(await failing.run({ command: 'create', path: '/memories/a.txt', file_text: 'Tea.' })).toEqual({
      ...{ content: 'Error: It is not_found.', is_error: true },
    })
    for (const command of [{ command: 'format' }, { command: 'constructor' }, {}, null])
      expect(await memory.run(command)).toMatchObject({
        is_error: true,
        content: expect.stringMatching(/^Error: Unknown/),
      })
    expect(await memory.run({ command: 'create', path: '/memories/a.txt' })).toMatchObject({ is_error: true })
    expect(await memory.run({ command: 'view' })).toMatchObject({ is_error: true })
  })
})

describe('a path', () => {
  it('cannot leave /memories, however it is written', async () => {
    const { memory, asked } = start()
    const paths = [
      ...[
        '/etc/passwd',
        'memories/a',
        '',
        '/',
        '/memoriesx/a',
        '/memories/../etc',
        '/memories/a/../../etc',
        '/memories/..',
      ],
      ...[
        '/memories/./a',
        '/memories/a/.',
        '/memories/..\\..\\etc',
        '/memories\\..\\etc',
        '/memories/\u0000',
        '/memories/a\nb',
      ],
      ...['/memories/%2e%2e/etc', '/memories/%2e%2e%2fetc', '/memories/..%2fetc', '/memories/%252e%252e%252fetc'],
      ...[
        '/memories/%2E%2E%5Cetc',
        '/memories/%25252e%25252e/etc',
        '/%6demories/%2e%2e/etc',
        '/memories/%c0%ae%2e/%2e./x',
      ],
      ...[
        '/memories/.. /etc',
        '/memories/.../etc',
        '/memories/ ../etc',
        '/memories/%00',
        '/memories/a%0ab',
        '%2Fmemories/a',
      ],
      `/memories/${'a'.repeat(2000)}`,
    ]
    for (const path of paths) {
      const error = { is_error: true, content: expect.stringMatching(/^Error: Path must be within \/memories/) }
      const commands = [
        ...[
          { command: 'view', path },
          { command: 'create', path, file_text: 'a' },
          { command: 'delete', path },
        ],
        ...[
          { command: 'str_replace', path, old_str: 'a' },
          { command: 'insert', path, insert_line: 0, insert_text: 'a' },
        ],
        ...[{ command: 'rename', old_path: path, new_path: '/memories/a' }],
        ...[{ command: 'rename', old_path: '/memories/a', new_path: path }],
      ]
      for (const command of commands) expect([path, await memory.run(command)]).toEqual([path, error])
    }
    expect(asked).toEqual([])
  })

  it('may have whatever else a name has', async () => {
    const { memory } = start()
    for (const path of [
      '/memories/100%.txt',
      '/memories/a b.md',
      '/memories/ä/日本.md',
      '/memories/..a',
      '/memories/a%20b',
    ]) {
      expect(await memory.run({ command: 'create', path, file_text: 'a' })).toMatchObject({ is_error: false })
      expect(await memory.run({ command: 'view', path })).toMatchObject({ is_error: false })
    }
  })
})

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder, runToEnd, type StartedService, startService } from './service.ts'
import { zipOf } from './zip-of.ts'

const FIXTURES = resolve(import.meta.dirname, '../domain/import/fixtures')
const fixture = (name: string) => join(FIXTURES, name)

let service: StartedService
const folder = newFolder()
beforeAll(async () => {
  service = await startService({ folder })
})
afterAll(() => service?.stop())

const brain = (...args: string[]) => runToEnd('scripts/brain/brain.ts', ['--state', folder, ...args])
const written = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function imported(...args: string[]) {
  const { code, stdout, stderr } = await brain('import', ...args, '--json')
  expect(stderr).toBe('')
  return { code, ...JSON.parse(stdout) }
}

interface Listed {
  text: string
  persona: string
  occurred_at: number
  metadata: Record<string, unknown>
  source: string
}

async function listed(query: string): Promise<Listed[]> {
  const reply = await fetch(`${service.url}/brain/memories?${query}`, { headers: { 'x-api-key': service.key() } })
  return ((await reply.json()) as { memories: never[] }).memories
}

async function count(persona: string): Promise<number> {
  const reply = await fetch(`${service.url}/brain/stats`, {
    method: 'POST',
    headers: { 'x-api-key': service.key(), 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'x', persona }),
  })
  return ((await reply.json()) as { episodic_count: number }).episodic_count
}

describe('brain import', () => {
  it('recognises a file, says what would be, imports it once, and names what it cannot read', async () => {
    const file = fixture('claude-conversations.json')
    const dry = await imported(file, '--dry-run')
    expect(dry).toMatchObject({
      code: 3,
      format: 'claude',
      dry_run: true,
      texts: 6,
      imported: 6,
      unreadable: 2,
      skipped: 1,
    })
    expect((await listed('q=ferns')).length).toBe(0)
    expect(await imported(file)).toMatchObject({ code: 3, imported: 6, already_imported: 0, operations: 30 })
    expect(await imported(file)).toMatchObject({ code: 3, imported: 0, already_imported: 6, operations: 0 })
    const { stdout } = await brain('import', file)
    expect(stdout).toContain('6 texts, 0 imported for 0 operations')
    expect(stdout).toContain('conversation 1, message 5: is no message')
  })

  it('takes every format, packed or not', async () => {
    const files: [string, string, number][] = [
      [fixture('mem0-get-all.json'), 'mem0', 4],
      [fixture('mcp-memory.json'), 'mcp-memory', 3],
      [fixture('chatgpt-conversations.json'), 'chatgpt', 5],
      [written('packed.jsonl.gz', gzipSync(readFileSync(fixture('mcp-memory.jsonl')))), 'mcp-memory', 10],
      [fixture('notes.md'), 'text', 5],
    ]
    for (const [file, format, texts] of files)
      expect(await imported(file, '--persona', format), file).toMatchObject({ format, texts, imported: texts })
    const kept = await listed('persona=text')
    expect(kept.some(({ text }) => text.includes('backup --all'))).toBe(true)
  })

  it('reads a page as a document, without its programs and its ways to elsewhere', async () => {
    const page = `<!doctype html><html><head><title>Tides</title><style>p{color:red}</style></head><body>
      <nav><a href="/">Home</a></nav><header><h1>Tides of Porto</h1></header>
      <main><h2>When</h2><p>High water is at <b>noon</b> &amp; midnight.<br>Mostly.</p>
      <ul><li>Spring tides<ul><li>at full moon</li></ul></li><li>Neap tides</li></ul>
      <table><tr><th>day</th><th>hour</th></tr><tr><td>Monday</td><td>12:05</td></tr></table>
      <pre><code class="language-sh">tide --port
  porto</code></pre><script>alert(1)</script><div hidden>secret</div></main><footer>© nobody</footer></body></html>`
    expect(await imported(written('tides.html', page), '--persona', 'tides')).toMatchObject({ code: 0, format: 'text' })
    const texts = (await listed('persona=tides'))
      .filter(({ metadata }) => metadata.file === 'tides.html')
      .map(({ text }) => text)
    expect(texts.reverse()).toEqual([
      '# Tides\n\n## When\n\nHigh water is at noon & midnight.\nMostly.',
      '# Tides\n\n## When\n\n- Spring tides\n  - at full moon\n- Neap tides',
      '# Tides\n\n## When\n\n| day | hour |\n|---|---|\n| Monday | 12:05 |',
      '# Tides\n\n## When\n\n```sh\ntide --port\n  porto\n```',
    ])
    const deep = `<html><body>${'<div>'.repeat(50_000)}The keel is oak.${'<b>'.repeat(50_000)}</body></html>`
    expect(await imported(written('deep.html', deep))).toMatchObject({ code: 0, texts: 1 })
  })

  it('finds a cell, an item and a command of a document by what it stands under', async () => {
    expect(await imported(fixture('handbook.md'), '--persona', 'harbour')).toMatchObject({ code: 0, texts: 9 })
    const questions = [
      ['When does the ferry to Troia leave on Monday?', '07:15'],
      ['What does the ferry to Berlenga cost on Friday?', '28 euros'],
      ['What should I bring along to Berlenga?', 'wind jacket'],
      ['May I take a dog to Troia?', 'no dogs'],
      ['How do I reset the ticket printer?', 'lpadmin -x kiosk'],
      ['How do I reset the radio?', 'radioctl --factory'],
    ] as const
    for (const [query, answer] of questions) {
      const reply = await fetch(`${service.url}/brain/retrieve`, {
        method: 'POST',
        headers: { 'x-api-key': service.key(), 'content-type': 'application/json' },
        body: JSON.stringify({ query, persona: 'harbour' }),
      })
      const { facts } = (await reply.json()) as { facts: { fact: string; occurred_at: number }[] }
      expect(facts[0]!.fact, query).toContain(answer)
      expect(facts[0]!.occurred_at).toBe(Date.UTC(2024, 2, 5) / 1000)
    }
  })

  it('takes archives as they are downloaded, and says nothing twice when a later one is longer', async () => {
    const [chatgpt, claude] = ['chatgpt-conversations-000.json', 'claude-conversations-2026.json'].map((name) =>
      readFileSync(fixture(name), 'utf8'),
    ) as [string, string]
    const chats = {
      'export/conversations-000.json': chatgpt,
      'export/user.json': '{"id":"user-1","email":"a@example.com"}',
      'export/shared_conversations.json': readFileSync(fixture('chatgpt-shared-conversations.json'), 'utf8'),
      'export/chat.html': '<html><body>All of it again.</body></html>',
      '__MACOSX/export/._conversations-000.json': 'junk',
    }
    const archive = written('chatgpt.zip', zipOf(chats))
    const first = await imported(archive, '--persona', 'zipped')
    expect(first).toMatchObject({ format: 'chatgpt', texts: 11, imported: 11, files: { read: 1, left_out: 4 } })
    expect(first.problems[0].at).toBe('export/conversations-000.json, conversation 4, message 2')
    const more = chatgpt.replaceAll('00000000000', '10000000000')
    const later = written('later.zip', zipOf({ ...chats, 'export/conversations-001.json': more }))
    // What stands in every conversation is known again: the profile and three memories.
    expect(await imported(later, '--persona', 'zipped')).toMatchObject({ imported: 7, already_imported: 15 })
    const said = written(
      'claude.zip',
      zipOf({
        'conversations.json': claude,
        'projects/proj-1.json': JSON.stringify(JSON.parse(readFileSync(fixture('claude-projects.json'), 'utf8'))[0]),
        'memories.json': readFileSync(fixture('claude-memories.json'), 'utf8'),
        'users.json': readFileSync(fixture('claude-users.json'), 'utf8'),
      }),
    )
    expect(await imported(said, '--persona', 'claude')).toMatchObject({
      ...{ code: 3, format: 'claude', texts: 11, imported: 11, unreadable: 1 },
      files: { read: 3, left_out: 1 },
    })
    const openMemory = written(
      'memories_export_maria.zip',
      zipOf({
        'memories.json': readFileSync(fixture('openmemory-memories.json'), 'utf8'),
        'memories.jsonl.gz': gzipSync(readFileSync(fixture('openmemory-memories.jsonl'))),
      }),
    )
    expect(await imported(openMemory)).toMatchObject({ code: 0, format: 'mem0', texts: 1, skipped: 1 })
    expect((await listed('persona=maria&source=user')).map(({ text }) => text).slice(0, 1)).toEqual([
      'Maria is allergic to peanuts',
    ])
  })

  it('takes a folder of notes, each under its name and day', async () => {
    const vault = newFolder()
    for (const name of ['.obsidian', 'people', 'journal']) mkdirSync(join(vault, name))
    writeFileSync(join(vault, '.obsidian/app.json'), '{"text":"settings"}')
    writeFileSync(join(vault, 'people/Emma.md'), '[[Lyon|Her home]] is by the river.')
    writeFileSync(join(vault, 'journal/2024-03-05.md'), 'Sailed to Faro.')
    writeFileSync(join(vault, 'plain.txt'), Buffer.from('\ufeffThe shed is locked.', 'utf16le'))
    writeFileSync(join(vault, 'broken.md'), Buffer.from([0xc3, 0x28]))
    writeFileSync(join(vault, 'photo.png'), Buffer.from([1, 2, 3]))
    const summary = await imported(vault, '--persona', 'vault')
    expect(summary).toMatchObject({ code: 3, texts: 3, imported: 3, unreadable: 1, files: { read: 4, left_out: 2 } })
    expect(summary.problems).toEqual([{ at: 'broken.md', detail: 'broken.md is no text in UTF-8.' }])
    const notes = (await listed('persona=vault')).filter(({ persona }) => persona === 'vault')
    expect(notes.map(({ text }) => text).sort()).toEqual([
      '# 2024-03-05\n\nSailed to Faro.',
      '# Emma\n\nHer home is by the river.',
      'The shed is locked.',
    ])
    expect(notes.find(({ text }) => text.includes('Faro'))!.occurred_at).toBe(Date.UTC(2024, 2, 5) / 1000)
    expect(notes.find(({ text }) => text.includes('river'))!.metadata).toMatchObject({
      file: 'people/Emma.md',
      links: ['Lyon'],
    })
    expect(await imported(vault, '--persona', 'vault')).toMatchObject({ imported: 0, already_imported: 3 })
  })

  it('says in a sentence what is wrong', async () => {
    const cases: [string[], number, string][] = [
      [['nowhere.json'], 1, 'does not exist'],
      [[newFolder()], 1, 'has no files that can be read'],
      [[written('a.zip', Buffer.from('PK\u0003\u0004xxxx'))], 1, 'zip archive'],
      [[written('a.bin', Buffer.from([0xff, 0xfe, 0xff, 0x00]))], 1, 'no text in UTF-8'],
      [[written('a.json', '{"a": 1}')], 1, 'say so with --format'],
      [[fixture('notes.md'), '--format', 'notion'], 2, '--format: must be one of'],
    ]
    for (const [args, code, sentence] of cases)
      expect(await brain('import', ...args), args[0]).toMatchObject({ code, stderr: expect.stringContaining(sentence) })
  })

  it('goes on where it broke off, when itself or the service is killed, and ends with every text once', async () => {
    const messages = Array.from({ length: 500 }, (_, n) => ({
      uuid: `m${n}`,
      sender: n % 2 ? 'assistant' : 'human',
      text: `On day ${n} the ferry number ${n * 7} left pier ${n} for island ${n * 3}.`,
      created_at: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    }))
    const file = written('long.json', JSON.stringify([{ uuid: 'long', name: 'Ferries', chat_messages: messages }]))
    const arguments_ = ['scripts/brain/brain.ts', '--state', folder, 'import', file, '--persona', 'ferries', '--json']
    for (const afterMs of [900, 1_800]) {
      const child = spawn(process.execPath, arguments_, { cwd: resolve(import.meta.dirname, '../..'), stdio: 'ignore' })
      await sleep(afterMs)
      child.kill('SIGKILL')
    }
    const running = imported(file, '--persona', 'ferries')
    await sleep(700)
    await service.stop('SIGKILL')
    service = await startService({ folder, args: ['--port', new URL(service.url).port] })
    const ended = await running
    expect(ended).toMatchObject({ code: 0, texts: 500 })
    expect(ended.imported + ended.already_imported).toBe(500)
    expect(await count('ferries')).toBe(500)
    expect(await imported(file, '--persona', 'ferries')).toMatchObject({ imported: 0, already_imported: 500 })
    expect(await count('ferries')).toBe(500)
    // A part that was under way when the service went is under way for a minute.
  }, 240_000)

  it('restores an account from its export, exactly, and says when a file is not whole', async () => {
    const file = join(folder, 'account.ndjson.gz')
    const { code, stdout } = await brain('export', '--to', file, '--vectors')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Exported 5\d\d memories/)])
    expect((await brain('export', '--to', file)).code).toBe(1)
    const { key } = JSON.parse(
      (await brain('keys', 'create', '--plan', 'enterprise', '--account', 'copy', '--json')).stdout,
    )
    const copy = { BRAIN_URL: service.url, BRAIN_API_KEY: key }
    const asCopy = (...args: string[]) => runToEnd('scripts/brain/brain.ts', args, copy)
    const killed = spawn(process.execPath, ['scripts/brain/brain.ts', 'import', file], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, ...copy },
      stdio: 'ignore',
    })
    await sleep(1_200)
    killed.kill('SIGKILL')
    const first = await asCopy('import', file, '--json')
    expect([first.code, first.stderr]).toEqual([0, ''])
    const summary = JSON.parse(first.stdout)
    expect(summary.imported + summary.already_imported).toBe(summary.texts)
    expect(JSON.parse((await asCopy('import', file, '--json')).stdout)).toMatchObject({ imported: 0, operations: 0 })
    const rows = (text: string) => text.slice(text.indexOf('\n'))
    const again = await asCopy('export', '--vectors')
    expect(rows(again.stdout)).toBe(rows(gunzipSync(readFileSync(file)).toString()))
    const backup = await brain('backup', '--to', join(folder, 'backups'), '--json')
    const { key: spare } = JSON.parse(
      (await brain('keys', 'create', '--plan', 'enterprise', '--account', 'spare', '--json')).stdout,
    )
    const restored = await runToEnd('scripts/brain/brain.ts', ['restore', JSON.parse(backup.stdout).file, '--json'], {
      ...copy,
      BRAIN_API_KEY: spare,
    })
    expect([restored.code, JSON.parse(restored.stdout)]).toEqual([0, expect.objectContaining({ identical: true })])
    const cut = written('cut.ndjson', gunzipSync(readFileSync(file)).toString().split('\n').slice(0, 40).join('\n'))
    expect(await asCopy('import', cut)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('cut off or was changed'),
    })
    expect(await asCopy('restore', cut)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was restored'),
    })
    const whole = readFileSync(file)
    const garbled = written('cut.ndjson.gz', whole.subarray(0, whole.length - 300))
    expect(await asCopy('restore', garbled)).toMatchObject({ code: 1, stderr: expect.stringContaining('cut off') })
  })

  it('goes on with an export that was killed, packed or not, and ends with the same file', async () => {
    const { stdout } = await brain('export', '--vectors')
    for (const name of ['killed.ndjson', 'killed.ndjson.gz']) {
      const file = join(folder, name)
      const args = ['scripts/brain/brain.ts', '--state', folder, 'export', '--vectors', '--to', file]
      const child = spawn(process.execPath, args, { cwd: resolve(import.meta.dirname, '../..'), stdio: 'ignore' })
      const ended = new Promise((done) => child.once('close', done))
      while (child.exitCode === null && !existsSync(`${file}.partial.json`)) await sleep(5)
      child.kill('SIGKILL')
      await ended
      expect((await brain('export', '--vectors', '--to', file, '--force')).code).toBe(0)
      const bytes = readFileSync(file)
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
      expect(text.slice(text.indexOf('\n'))).toBe(stdout.slice(stdout.indexOf('\n')))
      expect(existsSync(`${file}.partial.json`)).toBe(false)
    }
  })
})

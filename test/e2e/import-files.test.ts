import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { htmlToMarkdown } from '../../scripts/brain/import/html-to-markdown.ts'
import { openImports } from '../../scripts/brain/import/import-file.ts'
import { newFolder } from './service.ts'
import { zipOf } from './zip-of.ts'

const folder = newFolder()
const written = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Every file that is read of it: its name, what it is and its text, or the problem with it. */
async function read(
  path: string,
  asked: string | null = null,
): Promise<[name: string, format: string, text: string][]> {
  const found: [string, string, string][] = []
  for await (const source of (await openImports(path, asked)).sources()) {
    if ('problem' in source) found.push([source.name, 'problem', source.problem])
    else {
      let text = ''
      for await (const part of source.parts) text += part.text
      found.push([source.name, source.format, text])
    }
  }
  return found
}

describe('an archive', () => {
  it('is read whether packed or stored, and with archives in it', async () => {
    const inner = zipOf({ 'Page 0123456789abcdef0123456789abcdef.md': 'Inside.' })
    const expected = [
      ['Page 0123456789abcdef0123456789abcdef.md', 'text', 'Inside.'],
      ['a.md', 'text', 'Outside.'],
    ]
    for (const stored of [true, false]) {
      const path = written(`outer-${stored}.zip`, zipOf({ 'a.md': 'Outside.', 'Export-Part-1.zip': inner }, { stored }))
      expect(await read(path)).toEqual(expected)
    }
  })

  it('that is damaged, cut off, encrypted or without anything to read is named as such', async () => {
    const whole = zipOf({ 'a.md': 'The keel is oak. '.repeat(100), 'b.md': 'The mast is pine.' })
    await expect(read(written('cut.zip', whole.subarray(0, whole.length - 30)))).rejects.toThrow(
      /zip archive that is cut off/,
    )
    await expect(read(written('none.zip', zipOf({ 'a.png': 'x' })))).rejects.toThrow(/no files that can be read/)
    await expect(read(written('empty.zip', zipOf({})))).rejects.toThrow(/no files that can be read/)
    const encrypted = Buffer.from(whole)
    encrypted[whole.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1
    expect(await read(written('encrypted.zip', encrypted))).toEqual([
      ['a.md', 'problem', 'a.md is encrypted.'],
      ['b.md', 'text', 'The mast is pine.'],
    ])
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, 40, 60)
    const [first, second] = await read(written('damaged.zip', damaged))
    expect(first!.slice(0, 2)).toEqual(['a.md', 'problem'])
    expect(second![2]).toBe('The mast is pine.')
  })

  it('that is damaged amid a packed file is named as such', async () => {
    const packed = gzipSync(randomBytes(400_000).toString('hex'))
    const damaged = zipOf({ 'a.txt.gz': packed, 'b.md': 'The mast is pine.' })
    damaged.fill(0xff, 150_000, 350_000)
    const { sources } = await openImports(written('amid.zip', damaged), null)
    const problems: string[] = []
    for await (const source of sources()) {
      if ('problem' in source) problems.push(source.problem)
      else
        try {
          for await (const _ of source.parts);
        } catch (error) {
          problems.push((error as Error).message)
        }
    }
    expect(problems).toEqual(['a.txt.gz is damaged in the archive.'])
  })

  it('that unpacks to far more than it is given is left', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024, 32)
    const bomb = written('bomb.zip', zipOf({ 'a.txt': zeros }))
    await expect(read(bomb)).rejects.toThrow(/more than 200 times its size/)
    await expect(read(written('nested.zip', zipOf({ 'b.zip': readFileSync(bomb) })))).rejects.toThrow(/200 times/)
    const page = gzipSync(`<html><body>${' '.repeat(70 * 1024 * 1024)}`)
    await expect(read(written('page.html.gz', page))).rejects.toThrow(/at most 64 MB/)
  })

  it('leaves names that lead out of it to themselves: nothing is written', async () => {
    const path = written('slip.zip', zipOf({ '../../evil.md': 'x', '/etc/evil.md': 'y' }))
    expect((await read(path)).map(([name]) => name)).toEqual(['/etc/evil.md'])
  })
})

describe('a folder', () => {
  it('is read without what programs keep in it, and without what links point to', async () => {
    const vault = newFolder()
    mkdirSync(join(vault, 'a/.git'), { recursive: true })
    mkdirSync(join(vault, 'node_modules/x'), { recursive: true })
    for (const name of ['a/.git/x.md', 'node_modules/x/y.md', '.hidden.md', 'a/note.md'])
      writeFileSync(join(vault, name), name)
    symlinkSync('/etc/hostname', join(vault, 'link.txt'))
    writeFileSync(join(vault, 'unknown.json'), '{"a": 1}')
    expect(await read(vault)).toEqual([
      ['a/note.md', 'text', 'a/note.md'],
      ['unknown.json', 'problem', expect.stringMatching(/--format \(edge-brain, items, mem0/)],
    ])
  })
})

describe('archives in a folder or an archive', () => {
  const whole = zipOf({ 'a.md': 'The keel is oak. '.repeat(100) })
  const cut = whole.subarray(0, whole.length - 30)
  const good = zipOf({ 'b.md': 'The mast is pine.' })
  const isCut = 'cut.zip is a zip archive that is cut off or damaged.'

  it('that are damaged or encrypted are named, and the rest is read', async () => {
    const vault = newFolder()
    for (const [name, content] of Object.entries({ 'cut.zip': cut, 'good.zip': good, 'note.md': 'The sail is red.' }))
      writeFileSync(join(vault, name), content)
    expect(await read(vault)).toEqual([
      ['b.md', 'text', 'The mast is pine.'],
      ['cut.zip', 'problem', isCut],
      ['note.md', 'text', 'The sail is red.'],
    ])
    const outer = zipOf({ 'cut.zip': cut, 'good.zip': good, 'secret.zip': good })
    outer[outer.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 8]! |= 1
    expect(await read(written('some-damaged.zip', outer))).toEqual([
      ['b.md', 'text', 'The mast is pine.'],
      ['cut.zip', 'problem', isCut],
      ['secret.zip', 'problem', 'secret.zip is encrypted.'],
    ])
  })

  it('that are none are named, wherever they are', async () => {
    const isNone = (name: string) => `${name} is no zip archive, whatever its name says.`
    const vault = newFolder()
    for (const [name, content] of Object.entries({ 'a.zip': 'No zip.', 'b.ZIP': '', 'note.md': 'The sail is red.' }))
      writeFileSync(join(vault, name), content)
    expect(await read(vault)).toEqual([
      ['a.zip', 'problem', isNone('a.zip')],
      ['b.ZIP', 'problem', isNone('b.ZIP')],
      ['note.md', 'text', 'The sail is red.'],
    ])
    const beside = zipOf({ 'conversations.json': '[]', 'in.zip': 'No zip.' })
    expect(await read(written('around.zip', beside), 'chatgpt')).toEqual([
      ['conversations.json', 'chatgpt', '[]'],
      ['in.zip', 'problem', isNone('in.zip')],
    ])
    expect(await read(written('only.zip', zipOf({ 'in.zip': 'No zip.' })))).toEqual([
      ['in.zip', 'problem', isNone('in.zip')],
    ])
    await expect(read(written('alone.zip', 'No zip.'))).rejects.toThrow(isNone('alone.zip'))
  })

  it('that are damaged are named beside conversations too', async () => {
    const path = written('beside.zip', zipOf({ 'conversations.json': '[]', 'cut.zip': cut }))
    expect((await read(path, 'chatgpt')).map(([name, format]) => [name, format])).toEqual([
      ['conversations.json', 'chatgpt'],
      ['cut.zip', 'problem'],
    ])
  })

  it('that unpack to far more than they are given refuse the whole', async () => {
    const path = written('inner-bomb.zip', zipOf({ 'a.md': 'Fine.', 'b.zip': Buffer.alloc(80 * 1024 * 1024, 32) }))
    await expect(read(path)).rejects.toThrow(/200 times/)
  })

  it('leave nothing behind, however the process ends', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.zip`, good]))
    const path = written('many.zip', zipOf(many))
    const opened = new URL('../../scripts/brain/import/import-file.ts', import.meta.url)
    const script = `const { openImports } = await import(${JSON.stringify(opened)})
      await openImports(${JSON.stringify(path)}, null)
      process.stdout.write('opened')
      if (process.argv[1] !== 'exit') setInterval(() => {}, 1_000)`
    for (const end of ['exit', 'SIGINT', 'SIGTERM'] as const) {
      const temporary = newFolder()
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, end], {
        env: { ...process.env, TMPDIR: temporary },
      })
      let told = ''
      child.stderr.on('data', (part) => {
        told += part
      })
      const ended = once(child, 'close')
      await once(child.stdout, 'data')
      if (end !== 'exit') child.kill(end)
      expect(await ended).toEqual(end === 'exit' ? [0, null] : [null, end])
      expect(readdirSync(temporary), end).toEqual([])
      expect(told).toBe('')
    }
  })

  it('of a folder are read where they are', async () => {
    const [vault, temporary] = [newFolder(), newFolder()]
    writeFileSync(join(vault, 'good.zip'), good)
    vi.stubEnv('TMPDIR', join(temporary, 'none'))
    try {
      expect(await read(vault)).toEqual([['b.md', 'text', 'The mast is pine.']])
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('a file with the ending of another kind', () => {
  it('is what its content says, where that is beyond doubt', async () => {
    const conversation = JSON.stringify([{ title: 'x', mapping: {}, current_node: null }])
    const cases = {
      'chat.txt': [conversation, 'chatgpt'],
      'claude.md': [JSON.stringify({ uuid: 'a', chat_messages: [] }), 'claude'],
      'export.txt': ['{"format":"edge-brain","version":1,"embedder":null,"vectors":false}\n', 'edge-brain'],
      'graph.txt': ['{"type":"entity","name":"Ann","entityType":"person","observations":[]}', 'mcp-memory'],
      'todo.md': ['[ ] paint the keel, "mapping": {', 'text'],
      'link.md': ['[the "mapping": {](https://example.com)', 'text'],
      'template.txt': ['{{ name }} has "user_id": 3', 'text'],
      'sample.md': ['{"text": "an example of what ingest takes"}', 'text'],
      'object.md': ['{"a": 1}', 'text'],
    } as const
    for (const [name, [content, format]] of Object.entries(cases))
      expect(
        (await read(written(name, content))).map((one) => one[1]),
        name,
      ).toEqual([format])
  })
})

describe('a pipe', () => {
  it('is read like the standard input', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    const writer = spawn('sh', ['-c', 'printf "The keel is oak." > "$0"', pipe])
    try {
      expect(await read(pipe, 'text')).toEqual([['', 'text', 'The keel is oak.']])
    } finally {
      writer.kill()
    }
  })
})

describe('a page', () => {
  it('is read in the encoding that it names, or that it is in', async () => {
    const inLatin = Buffer.from('<html><meta charset="windows-1252"><p>S\xedntese \x80 5', 'latin1')
    const unnamed = Buffer.from('<html><p>S\xedntese', 'latin1')
    const wide = Buffer.from('\ufeff<html><p>Síntese', 'utf16le')
    expect((await read(written('latin.html', inLatin)))[0]![2]).toBe('Síntese € 5')
    expect((await read(written('unnamed.htm', unnamed)))[0]![2]).toBe('Síntese')
    expect((await read(written('wide.html', wide)))[0]![2]).toBe('Síntese')
    expect((await read(written('page', '<!doctype html><p>By its beginning.')))[0]!.slice(1)).toEqual([
      'text',
      'By its beginning.',
    ])
  })

  it('keeps title, day and language, and drops what it does not say', () => {
    const page = `<!doctype html><html lang="pt-PT"><head><title>Boat &amp; yard</title>
      <meta property="article:published_time" content="2024-02-03T10:00:00Z"><style>p{}</style></head><body>
      <header><a href="/">Brand</a><h1>Boat yard</h1><nav>Home</nav></header>
      <p style="display: none">secret</p><p hidden>secret</p><!-- secret --><div aria-hidden="true">secret</div>
      <form><label>secret <input></label></form><aside>secret</aside><noscript>secret</noscript><p>Open daily.</p><footer>secret</footer>`
    expect(htmlToMarkdown(page)).toBe(
      '---\ntitle: Boat & yard\ndate: 2024-02-03T10:00:00Z\nlang: pt-PT\n---\n# Boat yard\n\nOpen daily.',
    )
  })

  it('keeps tables with what spans rows, definitions, captions, tasks and code', () => {
    const cases = {
      '<table><caption>Berths</caption><tr><th>m<th>price</tr><tr><th rowspan=2>8<td>20 | 21</tr><tr><td>25</tr></table>':
        'Berths:\n\n| m | price |\n|---|---|\n| 8 | 20 \\| 21 |\n| 8 | 25 |',
      '<table><tr><td colspan=2>both<td>c</tr></table>': '| both |  | c |\n|---|---|---|',
      '<table role=presentation><tr><td><p>left<td><ul><li>right</ul></table>': 'left\n\n- right',
      '<dl><dt>Keel<dt>Spine<dd>the backbone<dt>Mast<dd>carries sails</dl>':
        '- Keel, Spine: the backbone\n- Mast: carries sails',
      '<DL><p><DT><A HREF="https://a.example">Boats</A>\n<DT><A HREF="https://b.example">Tides</A></DL><p>':
        '- Boats\n- Tides',
      '<figure><img alt="A red boat"><figcaption>Launch</figcaption></figure>': 'A red boat\nLaunch',
      '<figure><figcaption>Listing 1.</figcaption><pre class="language-py">a &lt; b\n  c</pre></figure>':
        'Listing 1:\n\n```py\na < b\n  c\n```',
      '<ul><li><input type=checkbox checked> Paint<li><input type=checkbox> Varnish<ol start=3><li>twice</ol></ul>':
        '- [x] Paint\n- [ ] Varnish\n  3. twice',
      '<p># no heading<br>--- <p>unclosed <b>bold <i>both</b> still':
        '\\# no heading\n\\---\n\nunclosed bold both still',
      '<main></main><p>beside': 'beside',
    }
    for (const [html, markdown] of Object.entries(cases)) expect(htmlToMarkdown(html), html).toBe(markdown)
  })

  it('is read however deep, wide or broken it is', () => {
    const deep = ['<div>', '<table><tr><td>', '<ul><li>', '<dl><dd>', '<blockquote>', '<figure>', '<b>']
    const opened = deep.map((open) => open.repeat(5_000))
    opened.push(
      `<dl>${'<div>'.repeat(9_000)}`,
      `<dl>${'<div>'.repeat(9_000)}<dt>Keel<dd>`,
      `<div>${'<p>a'.repeat(200_000)}<p>`,
    )
    for (const open of opened) {
      const started = Date.now()
      expect(htmlToMarkdown(`${open}The keel is oak.`), open.slice(0, 20)).toContain('The keel is oak.')
      expect(Date.now() - started, open.slice(0, 20)).toBeLessThan(30_000)
    }
    const spans = '<table><tr><td rowspan=65534 colspan=1000>a</tr><tr><td>b</tr></table>'
    expect(htmlToMarkdown(spans)).toContain('| b |')
    for (const html of ['', '<', '<html', '</p>', '<!---->', '\u0000', '<table><td>', '&#xffffffff;'])
      htmlToMarkdown(html)
  })
})

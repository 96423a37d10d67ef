import { describe, expect, it } from 'vitest'
import type { ImportedText } from '../../../src/domain/import/imported-text.ts'
import { readText } from '../../../src/domain/import/read-text.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')

function read(text: string, name: string | null = null): ImportedText[] {
  const document = { name, source: 'document', persona: null, now: NOW } as const
  return [...readText(text, document)].flatMap((one) => ('text' in one ? [one.text] : []))
}
const textsOf = (text: string, name?: string) => read(text, name).map((one) => one.text)

describe('a document in Markdown', () => {
  it('takes title, day and tags from its head, and its day from its name', () => {
    const note =
      '---\ntitle: "Boat log"\ndate: 2024-03-05\ntags: [sea, winter]\naliases:\n  - Log\n---\nThe mast is new.'
    expect(read(note, 'boats/log.md')).toMatchObject([
      {
        text: '# Boat log\n\nThe mast is new.',
        occurredAt: Date.UTC(2024, 2, 5),
        metadata: { file: 'boats/log.md', title: 'Boat log', tags: ['sea', 'winter'], section: 'Boat log' },
      },
    ])
    expect(read('The mast is new.', 'journal/2024-03-05.md')[0]).toMatchObject({
      text: '# 2024-03-05\n\nThe mast is new.',
      occurredAt: Date.UTC(2024, 2, 5),
    })
    expect(read('---\ndate: soon\n---\nx', 'a.md')[0]!.occurredAt).toBeNull()
    expect(textsOf('---\nnot a head\n---\n')).toEqual(['## not a head'])
  })

  it('is called by its file where it has no heading of its own, without an id that is not its name', () => {
    expect(textsOf('Rye rises slowly.', 'Bread 1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d.md')).toEqual([
      '# Bread\n\nRye rises slowly.',
    ])
    expect(textsOf('Rye rises slowly.', 'readme.md')).toEqual(['Rye rises slowly.'])
    expect(textsOf('Rye rises slowly.', 'bread.txt')).toEqual(['Rye rises slowly.'])
    expect(textsOf('# Rye\n\nIt rises slowly.', 'bread.md')).toEqual(['# Rye\n\nIt rises slowly.'])
  })

  it('tells each piece below its headings, the first and the last two', () => {
    expect(textsOf('# A\n\n## B ##\n\none\n\n### C\n\n#### D\n\ntwo\n\n**Prices**\n\nthree\n\n## E')).toEqual([
      '# A\n\n## B\n\none',
      '# A\n\n### C\n\n#### D\n\ntwo',
      '# A\n\n#### D\n\n**Prices**\n\nthree',
      '# A\n\n## E',
    ])
    expect(read('# A\n\n**Prices**\n\nx')[0]!.metadata.section).toBe('A › Prices')
  })

  it('keeps nested lists and tasks, and divides long lists and tables where rows and items end', () => {
    const list = 'Bring along:\n\n- rope\n  - 20 m\n  - red\n\n- [ ] flares\n- [x] charts'
    expect(textsOf(list)).toEqual([list.replace('\n\n- [ ]', '\n- [ ]')])
    const rows = Array.from({ length: 60 }, (_, n) => `| port ${n} | ${n * 3} |`)
    const tables = textsOf(`# Ports\n\n| port | berths |\n|---|---|\n${rows.join('\n')}`)
    expect(tables.length).toBeGreaterThan(1)
    for (const table of tables) {
      expect(table.startsWith('# Ports\n\n| port | berths |\n|---|---|\n| port ')).toBe(true)
      expect(table.length).toBeLessThanOrEqual(600)
    }
    expect(tables.flatMap((table) => table.split('\n').slice(4))).toEqual(rows)
    const items = Array.from({ length: 60 }, (_, n) => `- item ${n}\n  - below ${n}`)
    const lists = textsOf(items.join('\n'))
    expect(lists.join('\n')).toBe(items.join('\n'))
    expect(lists.every((one) => /^- item/.test(one))).toBe(true)
  })

  it('brings footnotes and targets to where they are named, and leaves comments out', () => {
    expect(
      textsOf(
        'The keel is oak.[^1] See [the plan][p].\n\n<!-- secret\nstill -->Painted %%hidden%% in May.\n\n[^1]: From the yard\n  in Faro.\n\n[p]: https://example.com/plan "Plan"\n[^2]: Nobody names this.',
      ),
    ).toEqual([
      'The keel is oak.[^1] See [the plan](https://example.com/plan).\n\n[^1]: From the yard in Faro.',
      'Painted  in May.',
      'Nobody names this.',
    ])
  })

  it('leaves out pictures that are inside the text, and keeps what stands in their place', () => {
    const data = `data:image/png;base64,${'iVBORw0KGgo'.repeat(5_000)}`
    const written = [
      `![A red boat](${data})`,
      `Before ![](${data} "title") after, [the plan](<${data}>).`,
      '![][image1] At sea. ![Mast][image2]',
      `<img alt="Sail" src="${data}"> dries.`,
      `[image1]: <${data}>\n[image2]: ${data}`,
      `![](${data})`,
      '[data](https://example.com/data:1) stays.',
    ]
    expect(textsOf(written.join('\n\n'))).toEqual([
      'A red boat',
      'Before  after, the plan.',
      ' At sea. Mast',
      '<img alt="Sail"> dries.',
      '[data](https://example.com/data:1) stays.',
    ])
    const open = ['![](data:image/png;base64,'.concat('A'.repeat(200_000)), '[a](data:'.repeat(11_000)]
    for (const text of open) expect(textsOf(text).join('')).toContain(text.slice(0, 10))
    expect(textsOf(`\`\`\`\n![x](data:a)\n\`\`\``)).toEqual(['```\n![x](data:a)\n```'])
  })

  it('has no day that there is not', () => {
    expect(read('---\ndate: 2024-02-30\n---\nPaint the keel.')[0]!.occurredAt).toBeNull()
    expect(read('---\ndate: 2024-02-29\n---\nPaint the keel.')[0]!.occurredAt).toBe(Date.parse('2024-02-29'))
  })

  it('reads wiki links as their words, and keeps whom they name', () => {
    const [first] = read('[[Emma Stone|Emma]] lives in [[Lyon#Centre]]. ![[map.png]] See [[Lyon]].')
    expect(first).toMatchObject({
      text: 'Emma lives in Lyon.  See Lyon.',
      metadata: { links: ['Emma Stone', 'Lyon', 'map.png'] },
    })
  })

  it('leaves code as it is', () => {
    const code = '```js\n// [[x]] <!-- y --> %%z%%\n[^1]: a\n\n# no heading\n```'
    expect(textsOf(`${code}\n\nafter`)).toEqual([code, 'after'])
  })

  it('keeps indentation that says what belongs to what', () => {
    expect(textsOf('  - a\n  - b\n    - c')).toEqual(['- a\n- b\n  - c'])
    expect(textsOf('    let x = 1\n      x++')).toEqual(['let x = 1\n  x++'])
  })

  /** With the square of the length these take minutes; read once from left to right, milliseconds. */
  it.each([
    ['a field of its head', (row: string) => `---\na${row}x\n---\nhello`],
    ['an item of its head', (row: string) => `---\ntags:\n- ${row}y\u2028\n---\nhello`],
    ['the value of a field', (row: string) => `---\na: ${row}y\u2028\n---\nhello`],
    ['the rule of a table', (row: string) => `a|b\n-${row}x\nc|d`],
    ['a heading', (row: string) => `# a${row}y`],
    ['a footnote', (row: string) => `[^1]:${row}y\u2028`],
    ['a list of many parts', (row: string) => `${row}- a${'\n\n  x'.repeat(60_000)}`],
    ['comments that never close', (row: string) => row.replaceAll(' ', '<!--')],
  ])('is read in one pass, whatever it has a long row of: %s', (_, body) => {
    const begun = performance.now()
    read(body(' '.repeat(300_000)))
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it('is called by the file of a long name in one pass', () => {
    const begun = performance.now()
    read('Rye.', 'a'.repeat(300_000))
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it('takes rules of tables, fields of the head and closed headings as they are written', () => {
    expect(read('---\ncreated at : 1\ntitle\t: Log\n---\nx')[0]!.text).toBe('# Log\n\nx')
    expect(textsOf('## B ##  \n\none\n\n# C#\n\ntwo')).toEqual(['## B\n\none', '# C#\n\ntwo'])
    for (const rule of ['-|-', '|---|---|', ' | :--- | ---: | ', '| - |-', ':-:|:-:']) {
      const rows = Array.from({ length: 60 }, (_, n) => `port ${n} | ${n * 3}`)
      const tables = textsOf(`port | berths\n${rule}\n${rows.join('\n')}`)
      expect(tables.length).toBeGreaterThan(1)
      for (const table of tables) expect(table.startsWith(`port | berths\n${rule.trimEnd()}\nport `)).toBe(true)
    }
    expect(textsOf('a <!-- b <!-- c --> d <!----> e\n\n<!--->')).toEqual(['a  d  e', '<!--->'])
  })

  const lengthOf = (texts: readonly ImportedText[]) => JSON.stringify(texts).length

  it('repeats of a long heading, title, table head or footnote only so much as helps, and tells it whole once', () => {
    const long = 'w'.repeat(20_000)
    const paragraphs = Array.from({ length: 200 }, (_, n) => `x${n}`)
    const rows = Array.from({ length: 2_000 }, (_, n) => `port ${n} | ${n}`)
    for (const text of [
      `# ${long}\n\n${paragraphs.join('\n\n')}`,
      `p | ${long}\n-|-\n${rows.join('\n')}`,
      `${paragraphs.map((one) => `${one}[^1]`).join('\n\n')}\n\n[^1]: ${long}`,
    ]) {
      const texts = read(text)
      expect(texts.filter((one) => one.text.includes(long))).toHaveLength(1)
      expect(lengthOf(texts)).toBeLessThan(12 * text.length)
    }
    const head = `---\ntitle: ${long}\ntags: [${Array(2_000).fill('tag').join(', ')}]\n---\n`
    expect(lengthOf(read(head + paragraphs.join('\n\n')))).toBeLessThan(400_000)
    expect(textsOf(`x[^1] y[^1]\n\nz[^1]\n\n[^1]: A note.`)).toEqual([
      'x[^1] y[^1]\n\n[^1]: A note.',
      'z[^1]\n\n[^1]: A note.',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { chunk, chunkText, MAX_CHUNK_LENGTH, MIN_CHUNK_LENGTH } from '../../../src/pipelines/ingest/chunk.ts'
import { MAX_UNIT_LENGTH, segment } from '../../../src/pipelines/ingest/segment.ts'

const units = (text: string) => segment(text).map(({ start, end }) => text.slice(start, end).trim())
const joined = (text: string) =>
  chunkText(text)
    .map(({ text }) => text)
    .join('')

const GARDEN = [
  'The garden behind the house has apple trees and roses.',
  'Every spring the gardener prunes the roses and the apple trees.',
  'In dry summers the garden needs water from the old well.',
  'The well in the garden is nine metres deep and never dries.',
  'Birds nest in the apple trees of the garden each year.',
  'Last year the roses in the garden won a prize.',
]
const LEDGER = [
  'The company closes its ledger at the end of each quarter.',
  'Auditors compare the ledger with the bank statements of the company.',
  'A difference in the ledger is reported to the finance committee.',
  'The finance committee meets twice a quarter to approve payments.',
  'Payments over ten thousand euros need two signatures of the committee.',
  'The bank sends its statements to the company by post.',
]

describe('segment', () => {
  it.each([
    ['abbreviations', 'Dr. Maria Lopez met Mr. Smith, e.g. at lunch. They talked.', 2],
    ['numbers', 'It costs 3.50 euros. See No. 5 on p. 12 for v1.2.3. Done.', 3],
    ['initials', 'John F. Kennedy met J. R. R. Tolkien. Nobody noticed.', 2],
    ['a country at the end', 'He moved to the U.S. He likes it there.', 2],
    ['a country inside', 'The U.S. Senate met on Monday. It voted.', 2],
    ['a company', 'Acme Inc. Vienna sells bolts. The price is fair.', 2],
    ['an ellipsis', 'Well... maybe not. Let us see… Yes.', 3],
    ['quotes', '"Stop!" she said. "Never." He left.', 3],
    ['links', 'See https://example.org/a.b?c=d. Then mail jo@example.org. Thanks!', 3],
    ['ideographs', '我住在柏林。你呢？很好！', 3],
    ['small letters', 'i went home. then i slept. nothing else.', 3],
    ['smileys', 'Done! 🎉 Next one. Bye 👋🏽', 3],
    ['a time', 'We meet at 3 p.m. on Friday. Bring cake.', 2],
    ['Arabic', 'أعيش في القاهرة. هل تعرفها؟ نعم.', 3],
  ])('knows where sentences end with %s', (_name, text, count) => {
    expect(units(text)).toHaveLength(count)
  })

  it('keeps wrapped lines together and takes broken ones apart', () => {
    const wrapped =
      'This paragraph was wrapped by an editor at a width of\nabout fifty characters so that a sentence runs over\nseveral lines. Here is another.'
    expect(units(wrapped)).toHaveLength(2)
    expect(units('Ana: I love techno\nLuis: I do not\nAna: Why?')).toEqual([
      'Ana: I love techno',
      'Luis: I do not',
      'Ana: Why?',
    ])
  })

  it('keeps code, list items and table rows whole', () => {
    const text = [
      '# Setup. Part one',
      'Run this. Then wait:',
      '```sh',
      'npm install. && npm start.',
      '',
      'echo "Done. Really."',
      '```',
      '- First item. It has two sentences.',
      '  And a second line.',
      '- Second item',
      '',
      '| Name | Note |',
      '|---|---|',
      '| Rex | A dog. He bites. |',
      '',
      'Then:',
      '',
      '    indented. code here.',
      '',
      '    and here.',
      '',
      'The end.',
    ].join('\n')
    expect(segment(text).map(({ kind }) => kind)).toEqual([
      'heading',
      'sentence',
      'sentence',
      'code',
      'list-item',
      'list-item',
      'table-row',
      'table-row',
      'table-row',
      'sentence',
      'code',
      'sentence',
    ])
  })

  it('says what stands before a unit', () => {
    const text = 'One. Two.\n\nThree.\nFour.\n\n## Five\nSix.'
    expect(segment(text).map(({ boundary }) => boundary)).toEqual([
      'paragraph',
      'none',
      'paragraph',
      'line',
      'heading',
      'line',
    ])
  })
})

describe('chunkText', () => {
  it('makes one chunk of a short message', () => {
    for (const text of [
      'Hi',
      'I moved to Oslo. It rains. My cat hates it.',
      `${GARDEN.join(' ')}`.slice(0, 600),
      'a\n\nb\n\nc',
      '   ',
    ]) {
      expect(chunkText(text)).toEqual([{ start: 0, end: text.length, text }])
    }
    expect(chunkText('')).toEqual([])
  })

  it('splits where the topic turns', () => {
    const text = [...GARDEN, ...GARDEN.slice(0, 3), ...LEDGER, ...LEDGER.slice(0, 3)].join(' ')
    const turn = text.indexOf(LEDGER[0]!)
    expect(chunkText(text).map(({ start }) => start)).toContain(turn)
  })

  it('follows the similarity it is given', () => {
    const text = [...GARDEN, ...LEDGER].join(' ')
    const segments = segment(text)
    const chunks = chunk(text, segments, (i) => (i === 5 ? 0.1 : 0.9))
    expect(chunks.map(({ start }) => start)).toEqual([0, segments[5]!.start])
  })

  it('keeps a heading with what it heads', () => {
    const section = (n: number) => `## Section ${n}\n\n${GARDEN.join(' ')}\n\n`
    const chunks = chunkText([1, 2, 3, 4].map(section).join(''))
    expect(chunks).toHaveLength(4)
    for (const { text } of chunks) expect(text).toMatch(/^## Section/)
  })

  it('keeps the speaker with what is said first', () => {
    const text = `Caroline: ${[...GARDEN, ...LEDGER].join(' ')}`
    expect(chunkText(text)[0]!.text).toMatch(/^Caroline: The garden/)
  })

  it('keeps a long sentence and a long code block whole', () => {
    const sentence = `The list is ${'very '.repeat(500)}long.`
    const code = `\`\`\`\n${'x = 1.\n'.repeat(1_000)}\`\`\``
    const text = `${GARDEN.join(' ')}\n\n${sentence}\n\n${code}\n\n${LEDGER.join(' ')}`
    const chunks = chunkText(text).map(({ text }) => text)
    expect(chunks.some((piece) => piece.includes(sentence))).toBe(true)
    expect(chunks.some((piece) => piece.includes(code))).toBe(true)
  })

  it('cuts what is too long to be a sentence, but no surrogate pair', () => {
    for (const text of [
      'x'.repeat(50_000),
      '🙂'.repeat(25_000),
      `a${'🙂'.repeat(25_000)}`,
      'word '.repeat(4_000),
      'line\n'.repeat(10_000),
    ]) {
      const chunks = chunkText(text)
      expect(joined(text)).toBe(text)
      for (const piece of chunks) {
        expect(piece.text.length).toBeLessThanOrEqual(MAX_UNIT_LENGTH)
        expect(piece.text.isWellFormed()).toBe(true)
      }
    }
  })

  it('is fast on long and on odd texts', () => {
    const prose = [...GARDEN, ...LEDGER].join(' ')
    const texts = [
      `${prose}\n\n`.repeat(150).slice(0, 100_000),
      Array.from({ length: 10_000 }, (_, n) => `Line ${n}`).join('\n'),
      'a|b\n'.repeat(20_000),
      '.'.repeat(100_000),
      '. '.repeat(50_000),
      '"'.repeat(50_000),
      '- a\n'.repeat(25_000),
      '```\n'.repeat(20_000),
      ' '.repeat(100_000),
      '\n'.repeat(100_000),
      'A.\n'.repeat(33_000),
      '🙂 '.repeat(30_000),
      '.🙂'.repeat(30_000),
    ]
    for (const text of texts) {
      const started = performance.now()
      expect(joined(text)).toBe(text)
      // Generous for shared machines; a quadratic step takes seconds here.
      expect(performance.now() - started, JSON.stringify(text.slice(0, 20))).toBeLessThan(15_000)
    }
  })

  it('gives any text back whole, unit by unit', () => {
    const random = generator(7)
    const pieces = [
      ...GARDEN,
      ...LEDGER,
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      '\t',
      '# Head\n',
      '- item one. still one\n',
      '1. first\n',
      '| a | b |\n',
      '|---|---|\n',
      '```\ncode. here\n```\n',
      '    indented\n',
      'Dr. ',
      'e.g. ',
      '3.14 ',
      '…',
      '!!',
      '？',
      '。',
      '我住在柏林',
      'שלום. ',
      '\u0000',
      '\ud800',
      '\udc00',
      '🙂',
      '👩‍👩‍👧',
      'Ana: ',
      '"',
      '(',
      ')',
      'x'.repeat(300),
      '~~~\n',
      '***',
      '\u2028',
    ]
    for (let round = 0; round < 600; round++) {
      const text = Array.from(
        { length: Math.floor(random() * 60) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('')
      const segments = segment(text)
      const chunks = chunk(text, segments, round % 3 === 0 ? () => random() : undefined)
      expect(chunks.map((piece) => piece.text).join('')).toBe(text)
      const edges = new Set(segments.map(({ start }) => start))
      let at = 0
      for (const unit of segments) {
        expect(unit.start).toBe(at)
        expect(unit.end).toBeGreaterThan(unit.start)
        at = unit.end
      }
      expect(at).toBe(text.length)
      for (const piece of chunks) {
        expect(piece.end).toBeGreaterThan(piece.start)
        expect(piece.text).toBe(text.slice(piece.start, piece.end))
        expect(edges.has(piece.start)).toBe(true)
        const inside = segments.filter(({ start }) => start >= piece.start && start < piece.end)
        if (inside.length > 1 && text.length > 600) expect(piece.text.length).toBeLessThanOrEqual(MAX_CHUNK_LENGTH)
      }
    }
  })

  it('leaves few crumbs in prose', () => {
    const text = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? GARDEN : LEDGER).join(' ')).join('\n\n')
    const lengths = chunkText(text).map((piece) => piece.text.length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(MIN_CHUNK_LENGTH)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_CHUNK_LENGTH)
  })
})

/** A small seeded generator (mulberry32), so that a failure repeats. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

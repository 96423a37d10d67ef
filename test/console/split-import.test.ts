import { describe, expect, it } from 'vitest'
import { placeInFile } from '../../src/console/import-parts.ts'
import { splitImport as splitFile } from '../../src/console/split-import.ts'

const HEADER = '{"format":"edge-brain","version":1}'
const row = (id: number) => JSON.stringify({ type: 'memory', id, text: 'x'.repeat(40) })

const split = (text: string, mostBytes?: number) => splitFile(text, mostBytes === undefined ? {} : { mostBytes })
const splitImport = (...given: Parameters<typeof split>) => split(...given).map(({ text }) => text)

describe('a file in parts', () => {
  it('has the header of an export before each part, and nothing that closes the whole', () => {
    const rows = Array.from({ length: 10 }, (_, id) => row(id))
    const file = [HEADER, ...rows.slice(0, 5), '{"type":"checkpoint","cursor":"a"}', ...rows.slice(5), '{"type":"end"}']
    const parts = splitImport(file.join('\n'), 200)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) expect(part.split('\n')[0]).toBe(HEADER)
    expect(parts.flatMap((part) => part.split('\n').slice(1))).toEqual(rows)
  })

  it('keeps lists whole by their items, also inside of an object', () => {
    const items = Array.from({ length: 9 }, (_, id) => ({ id, text: `$& "${id}"` }))
    const lists = splitImport(JSON.stringify(items), 80).map((part) => JSON.parse(part) as object[])
    expect(lists.length).toBeGreaterThan(2)
    expect(lists.flat()).toEqual(items)
    const around = splitImport(JSON.stringify({ version: 2, results: items }), 80)
    const read = around.map((part) => JSON.parse(part) as { version: number; results: object[] })
    expect(read.every(({ version }) => version === 2)).toBe(true)
    expect(read.flatMap(({ results }) => results)).toEqual(items)
  })

  it('keeps lines of JSON whole', () => {
    const lines = Array.from({ length: 6 }, (_, id) => JSON.stringify({ text: `line ${id}` }))
    expect(splitImport(lines.join('\n'), 50).join('\n').split('\n')).toEqual(lines)
  })

  it('counts bytes, not characters, and has no part of nothing', () => {
    const lines = Array.from({ length: 4 }, () => JSON.stringify({ text: '語'.repeat(30) }))
    expect(splitImport(lines.join('\n'), 110)).toHaveLength(4)
    expect(splitImport('  \n ')).toEqual([])
  })
})

describe('what cannot be read in parts', () => {
  const REFUSED = /2 MB cannot be sent in parts: import it with `brain import FILE`/

  it('is sent whole: a text, whose head is about all of it', () => {
    const sections = Array.from({ length: 150 }, (_, at) => `## Section ${at}\n\nWhat it says.[^1]`)
    const text = ['---\ndate: 2024-05-01\n---\n', '# Notes', ...sections, '[^1]: By Emma.\n'].join('\n\n')
    expect(splitImport(text)).toEqual([text])
    expect(placeInFile('line 9', split(`\n\n${text}`)[0]!)).toBe('line 9')
    // Notes may begin like JSON.
    const list = `{"a":1}\n\n${text}`
    expect(splitFile(list, { format: 'text', mostBytes: 100 }).map((part) => part.text)).toEqual([list])
    expect(() => split('A paragraph.\n\n'.repeat(150_000))).toThrow(REFUSED)
  })

  it('is sent whole: a history of mem0, whose last row may delete what the first has added', () => {
    const row = (id: number, event: string) => ({ memory_id: `m${id}`, event, new_memory: `It is ${id}.`, meta: {} })
    const rows = [...Array.from({ length: 150 }, (_, id) => row(id, 'ADD')), row(3, 'DELETE')]
    const lines = rows.map((one) => JSON.stringify(one)).join('\n')
    expect(splitImport(lines, 500)).toEqual([lines])
    for (const history of [rows, { results: rows }, rows.map((one) => ({ results: [one] }))]) {
      const parts = splitImport(JSON.stringify(history), 500)
      expect(parts.map((part) => JSON.parse(part))).toEqual([history])
    }
    expect(() => split(`${lines}\n`.repeat(200))).toThrow(REFUSED)
  })
})

describe('a line that is too long to be sent', () => {
  const LONG = 'A'.repeat(2_000_000)

  it('loses its vectors, and nothing else that is called so', () => {
    const chunk = { id: 1, vectors: [{ kind: 'text', data: LONG }], text: 'a' }
    const memory = { type: 'memory', id: 1, metadata: { data: 'QUJD' }, chunks: [chunk] }
    const [part] = splitImport([HEADER, JSON.stringify(memory)].join('\n'))
    const sent = JSON.parse(part!.split('\n')[1]!) as unknown
    expect(sent).toEqual({ ...memory, chunks: [{ ...chunk, vectors: [{ kind: 'text' }] }] })
  })

  it('is named and left out, and the others keep their numbers', () => {
    const items = [{ text: 'a' }, { text: LONG }, { text: 'c' }]
    for (const file of [
      items.map((item) => JSON.stringify(item)).join('\n'),
      JSON.stringify(items, null, 0).replaceAll('},{', '},\n{'),
    ]) {
      const tooLong: number[] = []
      const parts = splitFile(file, { onTooLong: (line) => tooLong.push(line) })
      expect(tooLong).toEqual([2])
      expect(parts.map((part) => placeInFile('item 1', part))).toEqual(['item 1 (line 1)', 'item 3 (line 3)'])
    }
    expect(() => split(JSON.stringify({ text: LONG }))).toThrow('import it with `brain import FILE`')
  })
})

describe('a piece of many lines', () => {
  it('is counted once, and not again for each of its lines', () => {
    const page = JSON.stringify({ results: Array.from({ length: 40_000 }, (_, id) => ({ id })) }, null, 1)
    const [whole] = split(page, 2_000_000)
    expect(whole!.lines).toHaveLength(page.split('\n').length)
    expect(whole!.lines.at(-1)).toBe(whole!.lines.length)
  })
})

describe('what is wrong with a part', () => {
  it('is named by its line of the file', () => {
    const lines = ['', '{"text":"a"}', '', '{"text":"b"}', '{"text":"c"}', '', '', '{"text":"d"}']
    const parts = split(lines.join('\n'), 40)
    expect(parts.length).toBeGreaterThan(1)
    const named = parts.flatMap((part) => part.text.split('\n').map((_, at) => placeInFile(`line ${at + 1}`, part)))
    expect(named).toEqual(['line 2', 'line 4', 'line 5', 'line 8'])
  })

  it('is named by its line in an export', () => {
    const [, second] = split([HEADER, row(1), '{"type":"checkpoint"}', row(2)].join('\n'), 60)
    expect(placeInFile('line 2', second!)).toBe('line 4')
  })

  it('is named by its item and the line of that, however the list is written', () => {
    const items = [{ id: 1, text: '"}],[{' }, { id: 2, list: [1, [2]] }, 'three', 4, { id: 5 }]
    for (const [start, json] of [
      [2, JSON.stringify(items, null, 2)],
      [5, JSON.stringify({ a: '[', b: { c: [1] }, items }, null, 2)],
    ] as const) {
      const parts = split(json, 30)
      expect(parts.length).toBeGreaterThan(2)
      const places = parts.flatMap((part) => part.pieceLines.map((_, at) => placeInFile(`item ${at + 1}`, part)))
      const file = json.split('\n')
      const begins = places.map((place) => Number(/^item \d+ \(line (\d+)\)$/.exec(place)![1]))
      expect(places.map((place) => Number(/\d+/.exec(place)![0]))).toEqual([1, 2, 3, 4, 5])
      expect(begins[0]).toBeGreaterThanOrEqual(start)
      expect(begins.map((line) => file[line - 1]!.trim())).toEqual(['{', '{', '"three",', '4,', '{'])
      const [last] = parts.slice(-1)
      expect(placeInFile('item 1 (line 1)', last!)).toBe(`item ${last!.before + 1} (line ${last!.pieceLines[0]})`)
    }
  })
})

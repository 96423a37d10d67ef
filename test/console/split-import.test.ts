import { describe, expect, it } from 'vitest'
import { placeInFile } from '../../src/console/import-parts.ts'
import { splitImport as split } from '../../src/console/split-import.ts'

const HEADER = '{"format":"edge-brain","version":1}'
const row = (id: number) => JSON.stringify({ type: 'memory', id, text: 'x'.repeat(40) })

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

  it('keeps paragraphs and lines of JSON whole', () => {
    const paragraphs = Array.from({ length: 6 }, (_, at) => `Paragraph ${at}\nwith two lines.`)
    const parts = splitImport(paragraphs.join('\n\n'), 60)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('\n\n').split('\n\n')).toEqual(paragraphs)
    const lines = Array.from({ length: 6 }, (_, id) => JSON.stringify({ text: `line ${id}` }))
    expect(splitImport(lines.join('\n'), 50).join('\n').split('\n')).toEqual(lines)
  })

  it('counts bytes, not characters, and has no part of nothing', () => {
    const parts = splitImport(Array.from({ length: 4 }, () => '語'.repeat(30)).join('\n\n'), 100)
    expect(parts).toHaveLength(4)
    expect(splitImport('  \n ')).toEqual([])
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

  it('is named by its line in an export, and in paragraphs', () => {
    const [, second] = split([HEADER, row(1), '{"type":"checkpoint"}', row(2)].join('\n'), 60)
    expect(placeInFile('line 2', second!)).toBe('line 4')
    const [, two] = split('One\ntwo\n\n\nThree\nfour', 8)
    expect([two!.text, placeInFile('line 2', two!)]).toEqual(['Three\nfour', 'line 6'])
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

import { describe, expect, it } from 'vitest'
import { splitImport } from '../../src/console/split-import.ts'

const HEADER = '{"format":"edge-brain","version":1}'
const row = (id: number) => JSON.stringify({ type: 'memory', id, text: 'x'.repeat(40) })

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

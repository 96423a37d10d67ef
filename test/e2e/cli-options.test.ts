import { describe, expect, it } from 'vitest'
import { changeCommands } from '../../scripts/brain/commands/changes.ts'
import { memoryCommands } from '../../scripts/brain/commands/memory.ts'
import { metadataOf } from '../../scripts/brain/given-values.ts'
import { parseOptions } from '../../scripts/brain/parse-options.ts'

const named = (name: string) => [...changeCommands, ...memoryCommands].find((command) => command.name === name)!
const parsed = (name: string, ...args: string[]) =>
  parseOptions(named(name), name, [...name.split(' '), ...args]).values

describe('an option that is given several times', () => {
  it('is joined where it takes several values', () => {
    const pairs = ['--metadata', 'zzz=9', '--metadata', 'b=2,c=x']
    expect(metadataOf(parsed('forget', ...pairs).metadata as string)).toEqual({ zzz: 9, b: 2, c: 'x' })
    expect(metadataOf(parsed('ingest', 'Hello', ...pairs).metadata as string)).toEqual({ zzz: 9, b: 2, c: 'x' })
    expect(parsed('forget', '--ids', 'm_1', '--ids=m_2').ids).toBe('m_1,m_2')
  })

  it('is refused where it takes one, and where two values of a key are asked for', () => {
    expect(() => parsed('forget', '--persona', 'ann', '--persona', 'bob')).toThrow('--persona: was given 2 times')
    expect(() => parsed('forget', '--before', '2026-01-01', '--before=2025-01-01')).toThrow(
      '--before: was given 2 times',
    )
    expect(() => metadataOf('a=1,a=2')).toThrow('--metadata: a was given twice.')
  })

  it('says no more than once where it is a switch or stands everywhere', () => {
    expect(parsed('forget', '--yes', '--yes', '--state', '/a', '--state', '/b')).toMatchObject({
      yes: true,
      state: '/b',
    })
  })
})

describe('a value of metadata', () => {
  it('is a text in quotes, and what it looks like without', () => {
    expect(metadataOf('a="42",b=42,c="true",d=x"y,e=')).toEqual({ a: '42', b: 42, c: 'true', d: 'x"y', e: '' })
  })
})

import { expect, it } from 'vitest'
import { opensHere } from '../../src/console/opens-here.ts'

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

it('a click with a key held opens a link elsewhere', () => {
  expect(opensHere(PLAIN)).toBe(true)
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    expect(opensHere({ ...PLAIN, [key]: true })).toBe(false)
})

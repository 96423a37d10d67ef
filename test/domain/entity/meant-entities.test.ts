import { describe, expect, it } from 'vitest'
import { meantEntities } from '../../../src/domain/entity/meant-entities.ts'

const adas = Array.from({ length: 20 }, (_, i) => `ada ${String.fromCharCode(97 + i)}`)

describe('meantEntities', () => {
  it('takes the longest name: a first name inside a full one means nobody else', () => {
    const found = new Map([
      ['ada', adas],
      ['ada b', ['ada b']],
      ['lisbon', ['lisbon']],
    ])
    expect(meantEntities(found)).toEqual(['ada b', 'lisbon'])
  })

  it('takes a first name for all of the few who go by it', () => {
    expect(meantEntities(new Map([['ada', ['ada b', 'ada c']]]))).toEqual(['ada b', 'ada c'])
  })

  it('takes a name that many share only for whom it names whole', () => {
    expect(meantEntities(new Map([['ada', [...adas, 'ada']]]))).toEqual(['ada'])
    expect(meantEntities(new Map([['ada', adas]]))).toEqual([])
  })

  it('does not take a name inside a word for it', () => {
    const found = new Map([
      ['ann', ['ann']],
      ['annabel', ['annabel']],
    ])
    expect(meantEntities(found)).toEqual(['ann', 'annabel'])
  })
})

import { describe, expect, it } from 'vitest'
import { MOST_SOURCES, sourceKey, sourcesOf, withSource } from '../../../src/domain/statement/source.ts'

describe('a source', () => {
  it('is one user and one assistant, whatever their metadata', () => {
    expect(sourceKey('user', { url: 'https://a.test' })).toBe(sourceKey('user', null))
    expect(sourceKey('assistant', { title: 'x' })).toBe(sourceKey('assistant', null))
    expect(new Set([sourceKey('user', null), sourceKey('assistant', null), sourceKey('document', null)]).size).toBe(3)
  })

  it.each([
    ['no name', { page: 1 }, { page: 2 }],
    ['an empty name', { title: '  ' }, { url: '' }],
    ['a name that is no text', { url: ['a'] }, { document: { id: 7 } }],
  ])('is one for documents with %s', (_, a, b) => {
    expect(sourceKey('document', a)).toBe('document')
    expect(sourceKey('document', b)).toBe('document')
  })

  it.each([
    [{ document_id: 7 }, { document_id: '7' }, true],
    [{ url: 'https://a.test/x#one' }, { url: 'https://A.test/x#two' }, true],
    [{ title: 'Handbook' }, { title: ' handbook' }, true],
    [{ document_id: 'a', title: 'Handbook' }, { document_id: 'b', title: 'Handbook' }, false],
    [{ url: 'https://a.test/x' }, { url: 'https://a.test/y' }, false],
  ])('of %j and of %j is the same: %s', (a, b, same) => {
    expect(sourceKey('document', a) === sourceKey('document', b)).toBe(same)
  })

  it('is counted once, and no further than what is kept', () => {
    const twice = withSource(withSource([], 'user'), 'user')
    expect(twice).toEqual(['user'])
    const many = Array.from({ length: 50 }, (_, at) => `document ${at}`).reduce<readonly string[]>(withSource, [])
    expect(many).toHaveLength(MOST_SOURCES)
  })

  it('of what was stored before sources were kept is its own', () => {
    expect(sourcesOf({ statedBy: [], source: 'document' })).toEqual(['document'])
    expect(sourcesOf({ statedBy: ['user', 'document'], source: 'user' })).toEqual(['user', 'document'])
  })
})

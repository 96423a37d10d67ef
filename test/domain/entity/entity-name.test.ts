import { describe, expect, it } from 'vitest'
import { entityKey, entityLookupKeys, type KnownEntity, resolveEntity } from '../../../src/domain/entity/entity-name.ts'
import type { EntityKind } from '../../../src/domain/statement/fact.ts'

const known = (name: string, kind: EntityKind = 'person', ...aliases: string[]): KnownEntity => ({
  name,
  kind,
  aliases,
})
const resolve = (name: string, kind: EntityKind, ...candidates: KnownEntity[]) =>
  resolveEntity({ name, kind }, candidates)

describe('entityKey', () => {
  it.each([
    ['ACME Corp', 'Acme Corp'],
    ['the gate codes', 'gate code'],
    ['The gate code', 'gate code'],
    ["Sarah's", 'Sarah'],
    ['Sarah’s', 'sarah'],
    ['James', 'james'],
    ['Acme Corporation', 'Acme Corp.'],
    ['Acme, Inc.', 'acme inc'],
    ['Doctor Lopez', 'Dr. Lopez'],
    ['Ｔｏｋｙｏ', 'Tokyo'],
    ['  New   York ', 'new york'],
    ['Coca-Cola', 'coca cola'],
    ['U.S.A.', 'USA'],
    ['Johnson & Johnson', 'Johnson and Johnson'],
    ['batteries', 'battery'],
    ['the kids’ boxes', 'kids box'],
    ['children', 'child'],
    ['"Nordwind"', 'Nordwind'],
    ['Straße', 'STRASSE'],
  ])('makes one of %s and %s', (a, b) => {
    expect(entityKey(a)).toBe(entityKey(b))
  })

  it.each([
    ['Dr. Lopez', 'Mr. Lopez'],
    ['Acme Corp', 'Acme Inc'],
    ['Williams', 'William'],
    ['Rolling Stones', 'Rolling Stone'],
    ["McDonald's", 'McDonald'],
    ['C++', 'C'],
    ['C#', 'C'],
    ['news', 'new'],
    ['my car', 'car'],
    ['node.js', 'node'],
    ['QX-9913-B', 'QX-9913-D'],
    ['3.5', '35'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(entityKey(a)).not.toBe(entityKey(b))
  })

  it('gives every name a key and never throws', () => {
    for (const name of ['!!!', 'the', "'s", '\ud800', '🙂', 'שלום', '柏林', 'Dr.', 'Inc', 'a', '\u0000']) {
      expect(entityKey(name)).not.toBe('')
      expect(entityLookupKeys(name)[0]).toBe(entityKey(name))
    }
    expect(entityKey(entityKey('The Gate Codes'))).toBe(entityKey('gate code'.concat('s')))
  })
})

describe('entityLookupKeys', () => {
  it('keeps few keys, and for a common noun one', () => {
    expect(entityLookupKeys('the gate codes')).toEqual(['gate code'])
    expect(entityLookupKeys('Alice')).toEqual(['alice'])
    expect(entityLookupKeys('Alice Johnson')).toEqual(['alice johnson', 'alice'])
    expect(entityLookupKeys('Dr. Maria Lopez')).toEqual(['dr maria lopez', 'maria lopez', 'maria', 'dr lopez'])
    expect(entityLookupKeys('Acme Corp')).toEqual(['acme corp', 'acme'])
    expect(entityLookupKeys('Zoë')).toEqual(['zoë', 'zoe'])
  })

  it('lets every entity that a mention could mean be found', () => {
    const pairs = [
      ['Alice', 'Alice Johnson'],
      ['Maria Lopez', 'Dr. Maria Lopez'],
      ['Dr. Lopez', 'Dr. Maria Lopez'],
      ['Acme', 'Acme Corp'],
      ['Zoe', 'Zoë'],
    ] as const
    for (const [a, b] of pairs) {
      expect(entityLookupKeys(a).some((key) => entityLookupKeys(b).includes(key))).toBe(true)
    }
  })
})

describe('resolveEntity', () => {
  const johnson = known('Alice Johnson')
  const smith = known('Alice Smith')

  it('takes a first name for the only person who has it, and says so', () => {
    expect(resolve('Alice', 'person', johnson)).toEqual({
      entity: johnson,
      rule: 'first name',
      reason: 'first name of the only Alice known',
    })
    expect(resolve("Alice's", 'thing', johnson)?.entity).toBe(johnson)
    expect(resolve('Alice', 'person', johnson, smith)).toBeNull()
    expect(resolve('Johnson', 'person', johnson)).toBeNull()
  })

  it('takes a full name for the only bare one known', () => {
    const bare = known('Alice')
    expect(resolve('Alice Johnson', 'person', bare)?.reason).toBe('full name of the only Alice known')
    expect(resolve('Alice Brown', 'person', bare, johnson)).toBeNull()
    expect(resolve('Alice Brown', 'person', known('Alice', 'person', 'Alice Johnson'))).toBeNull()
  })

  it('never gives an alias to another when a namesake appears', () => {
    const linked = known('Alice Johnson', 'person', 'Alice')
    expect(resolve('Alice', 'person', linked)?.rule).toBe('alias')
    // Alice Smith is somebody else, ...
    expect(resolve('Alice Smith', 'person', linked)).toBeNull()
    // ... a bare Alice is now neither, but an entity of her own, ...
    expect(resolve('Alice', 'person', linked, smith)).toBeNull()
    // ... with which later bare mentions agree, and both full names stay who they were.
    const own = known('Alice')
    expect(resolve('Alice', 'person', linked, smith, own)?.entity).toBe(own)
    expect(resolve('Alice Johnson', 'person', linked, smith, own)?.entity).toBe(linked)
    expect(resolve('Alice Smith', 'person', linked, smith, own)?.entity).toBe(smith)
  })

  it('leaves a name to the entity that was first known by it', () => {
    const first = known('Alice', 'person', 'Alice Johnson')
    expect(resolve('Alice', 'person', first, smith)?.rule).toBe('same name')
  })

  it('does the same for a company', () => {
    const linked = known('Acme Corp', 'organisation', 'Acme')
    expect(resolve('Acme', 'organisation', linked)?.rule).toBe('alias')
    expect(resolve('Acme', 'organisation', linked, known('Acme Inc', 'organisation'))).toBeNull()
  })

  it('keeps two people with one first name apart', () => {
    expect(resolve('Tom Reed', 'person', known('Tom Baker'))).toBeNull()
  })

  it('knows titles', () => {
    const maria = known('Maria Lopez')
    expect(resolve('Dr. Maria Lopez', 'person', maria)?.entity).toBe(maria)
    expect(resolve('Maria Lopez', 'person', known('Dr. Maria Lopez'))?.reason).toBe(
      'same name as Dr. Maria Lopez but for the title dr',
    )
    expect(resolve('Dr. Lopez', 'person', known('Dr. Maria Lopez'))?.rule).toBe('title')
    expect(resolve('Dr. Lopez', 'person', known('Dr. Maria Lopez'), known('Dr. Juan Lopez'))).toBeNull()
    expect(resolve('Mr. Lopez', 'person', known('Dr. Lopez'))).toBeNull()
    expect(resolve('Maria Lopez', 'person', known('Dr. Maria Lopez'), known('Mrs. Maria Lopez'))).toBeNull()
  })

  it('knows company suffixes', () => {
    const acme = known('Acme Corp', 'organisation')
    expect(resolve('Acme', 'organisation', acme)?.entity).toBe(acme)
    expect(resolve('Acme', 'thing', acme)?.reason).toBe('the only acme known, with and without corp')
    expect(resolve('ACME Corporation', 'thing', acme)?.rule).toBe('same name')
    expect(resolve('Acme', 'organisation', acme, known('Acme Inc', 'organisation'))).toBeNull()
    expect(resolve('Acme Inc', 'organisation', acme)).toBeNull()
    expect(resolve('Acme Corp', 'organisation', known('Acme', 'organisation'))?.rule).toBe('company')
  })

  it('does not take a part of a thing for the thing', () => {
    expect(resolve('Google', 'organisation', known('Google Maps', 'thing'))).toBeNull()
    expect(resolve('Paris', 'place', known('Paris Hilton'))).toBeNull()
    expect(resolve('New', 'thing', known('New York', 'place'))).toBeNull()
    expect(resolve('gate', 'thing', known('gate code', 'thing'))).toBeNull()
  })

  it('knows accents left out, and aliases', () => {
    const zoe = known('Zoë')
    expect(resolve('Zoe', 'person', zoe)?.rule).toBe('accents')
    const york = known('New York', 'place', 'NYC')
    expect(resolve('nyc', 'thing', york)?.entity).toBe(york)
  })

  it('reads an alias like a name', () => {
    const bare = known('Maria', 'person', 'Maria Lopez')
    expect(resolve('Dr. Maria Lopez', 'person', bare)?.entity).toBe(bare)
    const acme = known('Acme', 'organisation', 'Acme Corp')
    expect(resolve('Acme Corporation', 'organisation', acme)?.rule).toBe('alias')
    expect(resolve('Acme Inc', 'organisation', acme)).toBeNull()
    const titled = known('Maria Lopez', 'person', 'Dr. Maria Lopez')
    expect(resolve('Mrs. Maria Lopez', 'person', titled)).toBeNull()
  })

  it('lets user and assistant match only themselves', () => {
    const user = known('user', 'user')
    const assistant = known('assistant', 'assistant')
    expect(resolve('user', 'user', assistant, user)?.entity).toBe(user)
    expect(resolve('assistant', 'assistant', user)).toBeNull()
    expect(resolve('User Smith', 'person', user)).toBeNull()
    expect(resolve('Alice', 'person', known('user', 'user', 'Alice'))).toBeNull()
  })

  it('does not repeat a merge that was undone', () => {
    const apart: KnownEntity = { ...johnson, apart: ['Alice'] }
    expect(resolve('Alice', 'person', apart)).toBeNull()
    expect(resolve('Alice', 'person', apart, smith)).toBeNull()
    expect(resolve('Alice Johnson', 'person', apart)?.entity).toBe(apart)
  })

  it('prefers the same name over every other rule', () => {
    const bare = known('Alice')
    expect(resolve('alice', 'person', johnson, bare)?.entity).toBe(bare)
  })
})

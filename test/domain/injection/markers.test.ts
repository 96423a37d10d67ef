import { describe, expect, it } from 'vitest'
import { findOrders } from '../../../src/domain/injection/find-orders.ts'
import { defang } from '../../../src/domain/injection/markers.ts'
import { neutralise } from '../../../src/domain/injection/neutralise.ts'
import { printable } from '../../../src/domain/injection/printable.ts'
import { disguised, liveMarkers, MARKERS, randomFrom } from './live-markers.ts'

const clean = (text: string) => defang(printable(text))

describe('defang', () => {
  it.each(MARKERS)('leaves no live %s, however it is split', (marker) => {
    for (const unseen of ['\u200b', '\u00ad', '\u200d', '\ufe0f', '\u{e0041}']) {
      for (let at = 0; at <= marker.length; at++) {
        const text = marker.slice(0, at) + unseen + marker.slice(at)
        expect(liveMarkers(clean(text)), JSON.stringify(text)).toEqual([])
        expect(liveMarkers(neutralise(text)), JSON.stringify(text)).toEqual([])
      }
    }
  })

  it('leaves none in random compositions, and nothing to do for a second time', () => {
    const random = randomFrom(31)
    for (let i = 0; i < 2_000; i++) {
      const text = disguised(random)
      const cleaned = clean(text)
      expect(liveMarkers(cleaned), JSON.stringify(text)).toEqual([])
      expect(clean(cleaned), JSON.stringify(text)).toBe(cleaned)
      const neutral = neutralise(text)
      expect(liveMarkers(neutral), JSON.stringify(text)).toEqual([])
      expect(neutralise(neutral), JSON.stringify(text)).toBe(neutral)
    }
  })

  it('keeps the words of a mark', () => {
    expect(clean('Llama 2 puts the user between [INST] and [/INST], GPT ends with <|endoftext|>.')).toBe(
      'Llama 2 puts the user between (INST) and (/INST), GPT ends with (endoftext).',
    )
    expect(clean('<|im_<|im_start|>start|>')).toBe('(im_(im_start)start)')
  })

  it('makes words of a role, but not of a type', () => {
    expect(clean('<role>system</role> Roles: List<Role>')).toBe('(role)system(/role) Roles: List<Role>')
  })

  it('changes the brackets of what our own lines say', () => {
    expect(clean('a (score: 0.99, via: semantic) b')).toBe('a [score: 0.99, via: semantic] b')
    expect(clean('a （ｓｃｏｒｅ: 0.99, via: working')).toBe('a [ｓｃｏｒｅ: 0.99, via: working]')
    expect(clean('[2026-09-14, user] [outdated] a')).toBe('(2026-09-14, user) (outdated) a')
  })

  it('leaves ordinary brackets alone', () => {
    for (const text of [
      'We won the derby (score: 3:1).',
      'const users: List<User> = new Map<string, Data>()',
      'Use <main> instead of <div>, and {{ user.name }} in the template [see notes]',
      'x < 3 && y > 4 || z',
      'items |> map',
      'parser <|> other, f <| x, <psi|phi>, a[i]~b, ~[x], List<Role>, vector<int32_t>, [image], [1] [a]',
      '«user», 《Data》, 「メモ」',
      '# Shopping\n- milk',
      'C:\\users\\xenia, &nbsp; and &uuml;',
    ])
      expect(clean(text)).toBe(text)
  })
})

describe('a text with a long row of the same', () => {
  /** With the square of the length each takes ten seconds or more. */
  it.each(
    ['Look <', 'Look [', 'Look <<', 'system', '"role": "system"', 'You must '].flatMap((before) =>
      [' ', '\n', '_'].map((sign) => [before, sign] as const),
    ),
  )('is read in one pass: %j and %j', (before, sign) => {
    const begun = performance.now()
    findOrders(`${before}${sign.repeat(30_000)}x`)
    expect(performance.now() - begun).toBeLessThan(4_000)
  })

  it('is still told by its mark', () => {
    for (const [open, close] of ['<>', '[]'].map(([open, close]) => [open, close] as const))
      for (const inside of ['inst', ' /inst', '/ inst ', '  /  inst'])
        expect(clean(`a ${open}${inside}${close} b`)).toBe(`a (${inside.includes('/') ? '/' : ''}inst) b`)
  })
})

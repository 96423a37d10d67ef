import { describe, expect, it } from 'vitest'
import { printable } from '../../../src/domain/injection/printable.ts'

describe('printable', () => {
  it('takes out what nobody sees', () => {
    for (const unseen of '\u200b\u200c\u200d\u200e\u200f\u00ad\u034f\u061c\u2060\u2066\u202a\u202e\ufeff\u3164\u115f\u2800\ufe00\ufe0f\u{e0041}\u{e007f}\u{e0101}\0\x1b\x07\x7f\x9b')
      expect(printable(`a${unseen}b`), unseen.codePointAt(0)!.toString(16)).toBe('ab')
    expect(printable('a\ud800b')).toBe('ab')
  })

  it('makes every kind of line break one', () => {
    for (const line of ['\r\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x1f', '\x85', '\u2028', '\u2029'])
      expect(printable(`a${line}b`)).toBe('a\nb')
    expect(printable('a\tb')).toBe('a\tb')
  })

  it('keeps joiners and selectors where the writing needs them', () => {
    for (const text of [
      'می‌خواهم کتاب‌ها را برگردانم',
      'क्‍ष और क्‌ष',
      'ശ്രീ അവന്‍',
      'ක්‍රමය',
      '👩‍👩‍👧‍👦 👩🏽‍🚀 ☀️ 1️⃣ 🏳️‍🌈',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      '۝ \u0600۱۲',
    ])
      expect(printable(text)).toBe(text)
  })

  it('keeps no more than one of them, and none beside other letters', () => {
    expect(printable('می\u200c\u200c\u200cخواهم')).toBe('می\u200cخواهم')
    expect(printable('i\u200dgnore\u200c')).toBe('ignore')
    expect(printable('🏴\u{e0069}\u{e0067}\u{e006e}\u{e007f}')).toBe('🏴')
  })
})

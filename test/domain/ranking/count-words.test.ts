import { describe, expect, it } from 'vitest'
import { createWordCounter } from '../../../src/domain/ranking/count-words.ts'
import { wordsOf } from '../../../src/domain/ranking/words.ts'

const texts = [
  "I don't know Mike's phone: it's o'clock-ish, isn't it? I's and y's.",
  'Part QX-9913-B went to anna.smith@example.org at 10:30, see a/b and e-mail, well-known.',
  'Skies, flies, ties, dying, hoping, hopped, national, toys, eyes; SKIING in the Alps 2024.',
  'Caf\u00e9 cr\u00e8me for Zo\u00eb, \u6771\u4eac\u306b\u4f4f\u3093\u3067\u3044\u307e\u3059, \u{1f600} fine',
  "'quoted' words' and rock'n'roll3 x a'b3 --dash- _under_ ...",
  '',
  'a',
  'foo-a.\u0130x and K\u212aelvin',
]

describe('createWordCounter', () => {
  it('counts exactly the words that wordsOf makes of a text', () => {
    const all = [...new Set(texts.flatMap(wordsOf))]
    const count = createWordCounter(all)
    for (const text of texts) {
      const words = wordsOf(text)
      const { found, length } = count(text)
      expect(length).toBe(words.length)
      expect(found).toEqual(all.map((wanted) => words.filter((word) => word === wanted).length))
    }
  })

  it('counts a word of the same family for less, where it is told to', () => {
    const text = 'Photography is one thing, a photo another.'
    expect(createWordCounter(['photograph'], 0.5)(text).found).toEqual([0.5])
    expect(createWordCounter(['photograph'])(text).found).toEqual([0])
  })

  it('counts each wanted word in any form, and none that only begins like it', () => {
    expect(createWordCounter(['sail', 'harbour'])('Sailing, sailed, sails. Sailor? Hard harbours.')).toEqual({
      found: [3, 1],
      length: 6,
    })
  })
})

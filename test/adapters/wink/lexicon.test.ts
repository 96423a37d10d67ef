import { describe, expect, it } from 'vitest'
import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { createWinkExtractor } from '../../../src/adapters/wink/extractor.ts'
import { createLexicon } from '../../../src/adapters/wink/lexicon.ts'
import { parseSentences } from '../../extraction/score-sentences.ts'
import { SENTENCES } from '../../extraction/sentences.ts'
import { fetchLexicon } from '../../extraction/test-extractor.ts'

const lexicon = createLexicon(await fetchLexicon())
const nlp = winkNLP(model, ['pos'])

/** What wink itself makes of a text, by the way that it documents. */
function readByWink(text: string): [string, string][] {
  const tokens = nlp.readDoc(text).tokens()
  const tags = tokens.out(nlp.its.pos) as string[]
  return (tokens.out() as string[])
    .map((value, at): [string, string] => [value, tags[at]!])
    .filter(([value]) => value.trim() !== '')
}
const read = (text: string): [string, string][] => lexicon.read(text).map((token) => [token.text, token.pos])

const ODD = [
  "I can't, won't and shouldn't've; y'all'd've gone, ain’t it?",
  'Mail me@example.org, see https://example.org/a?b=c#d, call +49 (0)30 1234-567 at 3:45 p.m. on 2021-03-04.',
  'The U.S.A. vs. the E.U., e.g. Dr. Smith-Jones Jr. (b. 1950s), paid $5.99 or 5,99 €/kg — 50% off!!',
  'Colour, organise, travelled; mice, geese, went, better, best, worse and the oldest.',
  'Schrödinger and Beyoncé met Zażółć 北京 😀🎉 :-) #tag @you',
  'lower UPPER Title mIxEd x y Z a.b.c well-being co-operate pre- -ish',
  'supercalifragilistic Flibbertigibbet flibbertigibbet FLIBBERTIGIBBET unfrobbed frobbing frobly frobable Frobland',
  'constructor toString __proto__ hasOwnProperty valueOf',
  'two  spaces\tand\ttabs\n\nand a line',
]

describe('the lexicon', () => {
  it('tags every token as wink does', () => {
    for (const text of [...parseSentences(SENTENCES).map(({ text }) => text), ...ODD])
      expect([text, read(text)]).toEqual([text, readByWink(text)])
  })

  it('knows which parts of speech a word can have, and which words there are', () => {
    expect(['NOUN', 'VERB', 'ADJ', 'nothing'].map((pos) => lexicon.canBe('walk', pos))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['walk', 'flibbertigibbets', 'constructor', ''].map((word) => lexicon.knows(word))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('finds lemmas as wink does', () => {
    const lemmatize = model.addons.lemmatize as (word: string, pos: string, cache: object) => string
    const words = [...new Set(`${SENTENCES} ${ODD[3]} churches boxes wolves women dying tries`.match(/[a-z]+/g))]
    for (const pos of ['NOUN', 'VERB', 'ADJ', 'ADV'])
      expect(words.map((word) => lexicon.lemma(word, pos))).toEqual(
        words.map((word) => lemmatize(word, pos, { hasSamePOS: lexicon.canBe })),
      )
  })

  it('goes on when so many new words came that it forgets them', () => {
    const texts = Array.from({ length: 70 }, (_, i) =>
      Array.from({ length: 1000 }, (_, j) => `wq${i}x${j}ing`).join(' '),
    )
    for (const text of texts) lexicon.read(text)
    expect(read('Flibbertigibbets were wq1x1ing.')).toEqual(readByWink('Flibbertigibbets were wq1x1ing.'))
  })

  it('is told from a file that is something else', () => {
    expect(() => createLexicon(new ArrayBuffer(64))).toThrow('this is no lexicon')
  })
})

describe('the extractor', () => {
  it('loads again after its lexicon could not be fetched', async () => {
    let fails = true
    const extractor = createWinkExtractor({
      fetchLexicon: () => (fails ? Promise.reject(new Error('gone')) : fetchLexicon()),
    })
    await expect(extractor.load()).rejects.toThrow('gone')
    expect(extractor.loaded).toBe(false)
    fails = false
    await extractor.load()
    expect(extractor.loaded).toBe(true)
  })
})

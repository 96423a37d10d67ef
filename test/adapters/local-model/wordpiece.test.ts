import { beforeAll, describe, expect, it } from 'vitest'
import { readModelFile } from '../../../src/adapters/local-model/model-file.ts'
import { createWordpiece, type Tokenize } from '../../../src/adapters/local-model/wordpiece.ts'
import { fetchModel } from './encoder.ts'
import lines from './wordpiece-lines.json'

describe('WordPiece', () => {
  let tokenize: Tokenize
  let vocabulary: readonly string[]

  beforeAll(async () => {
    vocabulary = readModelFile(await fetchModel()).vocabulary
    tokenize = createWordpiece(vocabulary)
  })

  it('gives the ids of the reference tokenizer: accents, scripts, emoji, control characters, long words', () => {
    expect(lines.length).toBeGreaterThanOrEqual(2000)
    const different = (lines as [string, number[]][]).filter(([line, ids]) => tokenize(line).join() !== ids.join())
    expect(different).toEqual([])
  })

  it('never takes the name of a control token in a text for the token', () => {
    const special = ['[CLS]', '[SEP]', '[MASK]', '[PAD]'].map((token) => vocabulary.indexOf(token))
    expect(tokenize('a [SEP] b [CLS] [MASK] [PAD]').filter((id) => special.includes(id))).toEqual([])
  })

  it('drops unpaired surrogates', () => {
    expect(tokenize('one\ud800 two \udc00three')).toEqual(tokenize('one two three'))
  })
})

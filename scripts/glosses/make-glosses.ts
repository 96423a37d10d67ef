import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLexicon } from '../../src/adapters/wink/lexicon.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const FOLDER = import.meta.dirname
/** In place of a word that English has none for. */
const NOTHING = '-'
/** So many of a language's first words tell it even if they are in a dictionary of English ("ist", "el"). */
const LITTLE_WORDS = 600
const LETTERS = /^[\p{L}\p{M}ー]+'?[\p{L}\p{M}]*$/u

/**
 * All `*.tsv` of this folder in the form of src/adapters/local-model/glosses.ts, after common words of English (`en.txt`). What English has too, by
 * the extractor's lexicon, is marked.
 */
export function makeGlosses(): string {
  const bytes = readFileSync(join(PROJECT_ROOT, 'assets/model/lexicon.bin'))
  const lexicon = createLexicon(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const common = read('en.txt')
  const isEnglish = (word: string, at: number) => common.includes(word) || (at >= LITTLE_WORDS && lexicon.knows(word))
  const sections = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .map((name) => {
      const meanings = new Map<string, string>()
      for (const line of read(name)) {
        const [word = '', meaning = ''] = line.split('\t')
        if (!LETTERS.test(word) || meaning === '') throw new Error(`${name}: "${line}" is no word with its meaning`)
        if (!meanings.has(word)) meanings.set(word, meaning === NOTHING ? '' : meaning)
      }
      const lines = [...meanings].map(([word, meaning], at) => `${isEnglish(word, at) ? '~' : ''}${word}\t${meaning}`)
      return [`#${name.replace('.tsv', '')}`, ...lines]
    })
  return `${['#en', ...common, ...sections.flat()].join('\n')}\n`
}

const read = (name: string): string[] =>
  readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

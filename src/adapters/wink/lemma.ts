import type { LexiconRest } from './lexicon-file.ts'

type CanBe = (word: string, pos: string) => boolean

const NOUN_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/s$/, ''],
  [/ses$/, 's'],
  [/xes$/, 'x'],
  [/zes$/, 's'],
  [/ves$/, 'f'],
  [/ches$/, 'ch'],
  [/shes$/, 'sh'],
  [/ies$/, 'y'],
]

/** wink's lemmas: WordNet's irregular forms, else the first form with an ending cut off that the lexicon lists with this part of speech. */
export function createLemmas(irregular: LexiconRest['irregular'], canBe: CanBe): (word: string, pos: string) => string {
  const listed = {
    ADJ: new Map(Object.entries(irregular.ADJ)),
    NOUN: new Map(Object.entries(irregular.NOUN)),
    VERB: new Map(Object.entries(irregular.VERB)),
  }
  const cut = (word: string, ending: RegExp, by: string, pos: string): string | null => {
    const form = word.replace(ending, by)
    return form.length !== word.length && canBe(form, pos) ? form : null
  }
  /** Without the ending, or with an e in its place. */
  const stem = (word: string, ending: RegExp, pos: string): string | null => {
    const form = word.replace(ending, '')
    if (form.length === word.length) return null
    return canBe(form, pos) ? form : canBe(`${form}e`, pos) ? `${form}e` : null
  }

  return (word, pos) => {
    switch (pos) {
      case 'ADJ':
        return listed.ADJ.get(word) ?? stem(word, /est$|er$/, pos) ?? word
      case 'VERB':
        return (
          listed.VERB.get(word) ??
          cut(word, /s$/, '', pos) ??
          cut(word, /ies$/, 'y', pos) ??
          stem(word, /es$|ed$|ing$/, pos) ??
          word
        )
      case 'NOUN': {
        const known = listed.NOUN.get(word)
        if (known) return known
        for (const [ending, by] of NOUN_ENDINGS) {
          const form = cut(word, ending, by, pos)
          if (form) return form
        }
        return word.replace(/men$/, 'man')
      }
      default:
        return word
    }
  }
}

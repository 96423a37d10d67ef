import type { LexiconRest } from './lexicon-file.ts'

type CanBe = (word: string, pos: string) => boolean

/** Endings of plurals, with what stands in their place; the first that gives a noun counts. */
const NOUN_ENDINGS = ['s:', 'ses:s', 'xes:x', 'zes:s', 'ves:f', 'ches:ch', 'shes:sh', 'ies:y'].map(
  (pair) => pair.split(':') as [string, string],
)

/** wink's lemmas: WordNet's irregular forms, else the first form with an ending cut off that the lexicon lists with this part of speech. */
export function createLemmas(irregular: LexiconRest['irregular'], canBe: CanBe): (word: string, pos: string) => string {
  const listed = {
    ADJ: new Map(Object.entries(irregular.ADJ)),
    NOUN: new Map(Object.entries(irregular.NOUN)),
    VERB: new Map(Object.entries(irregular.VERB)),
  }
  const cut = (word: string, ending: string, by: string, pos: string): string | null => {
    if (!word.endsWith(ending)) return null
    const form = word.slice(0, -ending.length) + by
    return canBe(form, pos) ? form : null
  }
  /** Without the ending, or with an e in its place. */
  const stem = (word: string, ending: string, pos: string): string | null =>
    cut(word, ending, '', pos) ?? cut(word, ending, 'e', pos)
  const verb = (word: string): string | null =>
    cut(word, 's', '', 'VERB') ??
    cut(word, 'ies', 'y', 'VERB') ??
    stem(word, 'es', 'VERB') ??
    stem(word, 'ed', 'VERB') ??
    stem(word, 'ing', 'VERB')

  return (word, pos) => {
    switch (pos) {
      case 'ADJ':
        return listed.ADJ.get(word) ?? stem(word, 'est', pos) ?? stem(word, 'er', pos) ?? word
      case 'VERB':
        return listed.VERB.get(word) ?? verb(word) ?? word
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

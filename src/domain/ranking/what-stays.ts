import { isStopWord, wordsOf } from './words.ts'

/** Where one thing ends that is said and another may begin. */
const CLAUSE = /[.!?…]+(?=\s|$)|[\n;:()–—]|, | - |\b(?:but|and|so|because|though|although|while)\b/i

const STAYS =
  /\b(?:(?:stays?|staying|remains?) ?(?=$|as |the same|where |put\b|unchanged)|unchanged|untouched|unaffected|no changes?|(?:same )?as (?:before|ever|always|usual|it (?:is|was)|they (?:are|were)|is|agreed)\b|same ?$)/i

/** The words of what a text says stays as it is: "Retro untouched", "paid stays as is", "Kaz same as ever". */
export function wordsOfWhatStays(text: string): ReadonlySet<string> {
  if (!STAYS.test(text)) return NONE
  const staying = text.split(CLAUSE).filter((clause) => STAYS.test(clause))
  return new Set(staying.flatMap((clause) => wordsOf(clause.replace(STAYS, ' '))).filter((word) => !isStopWord(word)))
}

const NONE: ReadonlySet<string> = new Set()

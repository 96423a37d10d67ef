import { isStopWord, wordsOf } from './words.ts'

/** Where one thing ends that is said and another may begin. */
const CLAUSE = /[.!?…]+(?=\s|$)|[\n;:()–—]|, | - |\b(?:but|and|so|because|though|although|while)\b/i

/** At the end of a clause, or with what belongs to it: "as it was closer" is a reason. */
const STAYS =
  /\b(?:(?:stays?|staying|remains?) ?(?:$|put\b|unchanged|the same ?$|as (?:is|(?:it|they) (?:is|was|are|were)|before)\b|where (?:it|they) (?:is|are)\b)|(?:unchanged|untouched|unaffected) ?$|(?:same )?as (?:before|ever|always|usual) ?$|same ?$)/i
const STAYS_NOT = /\b(?:not|no longer|never|except|where|whether|if|unless|until)\b|n't\b/i

export interface WhatStays {
  /** The words of what is said to stay as it is. */
  readonly staying: ReadonlySet<string>
  /** All others of the text. */
  readonly other: ReadonlySet<string>
}

/** Of "Planning is on Tuesdays now. Retro untouched", of "paid stays as is", "Kaz same as ever"; null where nothing is said to stay. */
export function whatStays(text: string): WhatStays | null {
  if (!ANY.test(text)) return null
  const clauses = text.split(CLAUSE)
  const isStaying = (clause: string) =>
    STAYS.test(clause) && !STAYS_NOT.test(clause.replace(/\bwhere (?:it|they) /i, ''))
  const staying = clauses.filter(isStaying)
  if (staying.length === 0) return null
  return {
    staying: wordsIn(staying.map((clause) => clause.replace(STAYS, ' '))),
    other: wordsIn(clauses.filter((clause) => !isStaying(clause))),
  }
}

/** Most texts have none of these. */
const ANY = /\b(?:stay|remain|unchanged|untouched|unaffected|same|as (?:before|ever|always|usual))/i

const wordsIn = (clauses: readonly string[]): ReadonlySet<string> =>
  new Set(clauses.flatMap((clause) => wordsOf(clause)).filter((word) => !isStopWord(word)))

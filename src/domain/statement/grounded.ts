import { pattern } from '../../runtime/pattern.ts'
import { queryWords, wordsOf } from '../ranking/words.ts'

const NUMBERS_AND_NAMES = pattern(
  String.raw`[\p{L}]*\p{N}[\p{L}\p{N}.,:-]*|(?<=[\p{L}\p{N},;]\s+)\p{Lu}[\p{L}\p{M}]+`,
  'gu',
)
const CAPITALISED = pattern(String.raw`\p{Lu}[\p{L}\p{M}]+`, 'gu')

/** Words that a summary may add to join what it found: this share at most. */
const OWN_WORDS = 0.25
const DENIAL = pattern(
  String.raw`(?<![\p{L}])(?:not|never|no longer|none|nobody|cannot|without|isn|doesn|don|didn|wasn|won)(?![\p{L}])|n['’]t(?![\p{L}])`,
  'iu',
)

/**
 * Does a statement say nothing beyond the facts? Its numbers and names must stand in them, and nearly all of its other words; it denies
 * nothing that they do not deny. No proof of meaning, but nothing from elsewhere gets by.
 */
export function isGrounded(statement: string, facts: readonly string[]): boolean {
  const known = new Set(facts.flatMap((fact) => wordsOf(fact)))
  const telling = queryWords(statement)
  if (telling.length === 0 || facts.length === 0) return false
  if (DENIAL().test(statement) && !facts.some((fact) => DENIAL().test(fact))) return false
  const own = telling.filter((word) => !known.has(word))
  if (own.length > OWN_WORDS * telling.length) return false
  return names(statement).every((name) => wordsOf(name).every((word) => known.has(word)))
}

/** Numbers wherever they stand; capitals only inside a sentence, since any word may begin one. */
const names = (text: string): string[] => text.match(NUMBERS_AND_NAMES()) ?? []

/** In doubt a fact is not in a statement: what is merged for nothing is lost, what is kept beside it costs a line. */
const WORDS_KEPT = 0.75

export const isSaidIn = (statement: string, fact: string): boolean =>
  clausesOf(statement).some((clause) => {
    const known = new Set(wordsOf(clause))
    const words = wordsOf(fact)
    if (words.filter((word) => known.has(word)).length < WORDS_KEPT * words.length) return false
    return [...names(fact), ...(fact.match(CAPITALISED()) ?? [])].every((name) =>
      wordsOf(name).every((word) => known.has(word)),
    )
  })

/** "Ada works with Ben, and Ben works with Cleo" says nothing of Cleo and Ada. */
const clausesOf = (statement: string): string[] =>
  statement.split(/[.;!?]\s+|,\s+(?:and|but|which|who|while|where)\s+(?=\S+\s+\S+)/)

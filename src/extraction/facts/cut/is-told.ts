import { LETTER } from '../../../runtime/pattern.ts'

/** "Terraform" does not mention "for". */
export const isTold = (told: string, word: string): boolean => {
  for (let at = told.indexOf(word); at >= 0; at = told.indexOf(word, at + 1))
    if (at === 0 || !LETTER().test(told[at - 1]!)) return true
  return false
}

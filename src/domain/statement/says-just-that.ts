import { lazy } from '../../runtime/lazy.ts'
import { everyWord, wordsOf, wordsOfStored } from '../ranking/words.ts'

/** Who and which, and the verbs that only carry: a fact says them in its own way ("I'm" – "user is"). */
const CARRIED = lazy(
  () =>
    new Set(
      wordsOf(
        "i me my mine we us our a an the am is are was were be been being do does did have has had 's 'm 've you your",
      ),
    ),
)

/** A text that is so much longer than a fact has something of its own, and need not be read for that. */
const LONGER_BY = 60

/** Whether a fact says all that the text says: then the two are one memory. One word more, and the text has something of its own. */
export function saysJustThat(fact: string, text: string): boolean {
  if (text.length > fact.length + LONGER_BY) return false
  const said = wordsOfStored(fact)
  return everyWord(text, (word) => CARRIED().has(word) || said.includes(word))
}

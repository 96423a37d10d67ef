import type { Statement } from '../statement/fact.ts'
import { IRREGULAR_BOTH, IRREGULAR_PARTICIPLES, IRREGULAR_PASTS } from '../statement/past-forms.ts'

/** Where a statement looks: back at what was, ahead to what comes, or at what is so again and again. */
export type Looks = 'back' | 'ahead' | 'again'

/** "has come", but "they come" */
const LIKE_PRESENT = /^(?:come|become|run)$/

const isPast = (word: string): boolean =>
  /[^e]ed$/.test(word) || IRREGULAR_PASTS.has(word) || (IRREGULAR_BOTH.has(word) && !LIKE_PRESENT.test(word))
const isParticiple = (word: string): boolean =>
  isPast(word) || IRREGULAR_PARTICIPLES.has(word) || LIKE_PRESENT.test(word)

/** Present forms that speak of one event: "the lease ends in May", where "we sail in May" tells of every May. */
const EVENTS =
  /^(?:is|are|am|'s|has|have|starts?|begins?|ends?|finish(?:es)?|leaves?|arrives?|departs?|lands?|opens?|closes?|launch(?:es)?|expires?|takes? place|happens?|runs? (?:out|from|until|till)|falls?|turns?|moves?|gets? married|retires?|graduates?|premieres?|ships?|airs?|returns?|joins?|comes? (?:out|back|on)|must|needs?|owes?|due)\b/

/** What the words of a relation say of when: past forms look back, plans ahead. */
export function whereItLooks({ relation, aspect }: Pick<Statement, 'relation' | 'aspect'>): Looks {
  if (aspect === 'may') return 'ahead'
  if (aspect === 'was') return 'back'
  const said = relation.toLowerCase().trim()
  const [first = '', ...others] = said.split(/\s+/)
  if (isPast(first)) return 'back'
  if (/^(?:has|have|'s)$/.test(first)) {
    const next = others.find((word) => !/^(?:not|n't|never|just|already|also|been|recently|finally)$/.test(word))
    if (others.includes('been') || (next !== undefined && isParticiple(next))) return 'back'
  }
  return EVENTS.test(said) ? 'ahead' : 'again'
}

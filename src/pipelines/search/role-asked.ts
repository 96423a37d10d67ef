import { type About, idOfRole } from '../../domain/question/about-whom.ts'
import { readQuestion } from '../../domain/question/read-question.ts'
import { OWN_RELATIVES } from '../../domain/question/read-question.words.ts'
import { slotOf } from '../../domain/statement/slot.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { RecalledFact } from '../../ports/recollection.ts'
import { pattern } from '../../runtime/pattern.ts'

const USER = 'user'
const CAPITALS = pattern(String.raw`(?<!\p{L})\p{Lu}[\p{L}'’-]*`, 'gu')

/**
 * The slots by which the user has whom the question is about: "my daughter", "mum". "My sister's husband" and "the sister of my wife" are
 * relatives of theirs, and "my previous boss" is nobody's any more.
 */
export function slotsOfRole(query: string): readonly string[] {
  const { about } = readQuestion(query)
  return about?.kind === 'role' && isOwn(about, query) ? idOfRole(about.role).map(slotOf) : []
}

function isOwn({ role }: Extract<About, { kind: 'role' }>, query: string): boolean {
  if (/'s? /.test(role)) return false
  const small = query.toLowerCase().replace(/\s+/g, ' ')
  const at = small.indexOf(role)
  const before = small.slice(0, at).trimEnd().split(' ').at(-1)!
  if (small.startsWith(' of ', at + role.length)) return false
  return (
    before === 'my' ||
    before === 'our' ||
    (OWN_RELATIVES.has(role) && !/^(?:the|an?|his|her|their|your|of)$/.test(before))
  )
}

/** The facts that hold and say who has the role that the question is about, by its slots: of "my daughter", that the user has a daughter Sunniva. */
export function statingRole(
  slots: readonly string[],
  facts: readonly RecalledFact[],
  supersededBy: SupersededBy,
): RecalledFact[] {
  if (slots.length === 0) return []
  const isInRole = ({ id, subject, slot, denies }: RecalledFact) =>
    subject === USER && slots.includes(slot.split(':')[0]!) && !denies && !supersededBy.has(id)
  return facts.filter((fact) => isInRole(fact) && isNamed(fact))
}

/** Entities are kept in small letters, and without hyphens: only the line of the fact has a name as one. */
function isNamed({ text, object }: RecalledFact): boolean {
  const words = object.split(' ')
  return (text.match(CAPITALS()) ?? []).some((name) =>
    name
      .toLowerCase()
      .split(/[-'’]/)
      .some((part) => words.includes(part)),
  )
}

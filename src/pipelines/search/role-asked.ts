import { type About, idOfRole } from '../../domain/question/about-whom.ts'
import type { QuestionReading } from '../../domain/question/read-question.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { RecalledFact } from '../../ports/recollection.ts'
import { pattern } from '../../runtime/pattern.ts'

const USER = 'user'
const CAPITALS = pattern(String.raw`(?<!\p{L})\p{Lu}[\p{L}'’-]*`, 'gu')

/** By which the user has whom the question is about: "my daughter". "My sister's husband" is a relative of hers. */
export const relationsOfRole = (about: About | null): readonly string[] =>
  about?.kind === 'role' && !/'s? /.test(about.role) ? idOfRole(about.role) : []

/** The facts that hold and say who has the role that the question is about: of "my daughter", that the user has a daughter Sunniva. */
export function statingRole(
  { about }: QuestionReading,
  facts: readonly RecalledFact[],
  supersededBy: SupersededBy,
): RecalledFact[] {
  const relations = relationsOfRole(about)
  const isInRole = ({ id, subject, slot, denies }: RecalledFact) =>
    subject === USER && relations.includes(slot.split(':')[0]!) && !denies && !supersededBy.has(id)
  return facts.filter((fact) => isInRole(fact) && isNamed(fact))
}

/** Entities are kept in small letters: only the line of the fact has a name as one. */
function isNamed({ text, object }: RecalledFact): boolean {
  const words = object.split(' ')
  return (text.match(CAPITALS()) ?? []).some((word) => words.includes(word.toLowerCase()))
}

import { entityKey } from '../../domain/entity/entity-name.ts'
import type { About } from '../../domain/question/about-whom.ts'
import type { QuestionReading } from '../../domain/question/read-question.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { RecalledFact } from '../../ports/recollection.ts'
import { statingRole } from './role-asked.ts'

const USER = 'user'

/**
 * The chunks that state what the question asks for: a fact that holds, of whom it is about, in a slot that has one value at a time. Of what one
 * can have many (likes, uses), the relation says too little.
 */
export function answersIn(
  facts: readonly RecalledFact[],
  supersededBy: SupersededBy,
  { about, relations, time }: QuestionReading,
  roles: readonly string[],
): Set<number> {
  // Who asks about the past does not ask for what holds.
  if (!about || relations.length === 0 || time === 'past' || about.kind === 'reference') return new Set()
  const keys = keysOf(
    about,
    statingRole(roles, facts, supersededBy).map(({ object }) => object),
  )
  const isAbout = (subject: string) => keys.some((key) => subject === key || subject.startsWith(`${key} `))
  return new Set(
    facts
      .filter(
        ({ id, chunk, slot, subject, denies }) =>
          // An abstraction has no chunk.
          chunk > 0 && relations.includes(slot) && isAbout(subject) && !denies && !supersededBy.has(id),
      )
      .map(({ chunk }) => chunk),
  )
}

function keysOf(about: Exclude<About, { kind: 'reference' }>, inRole: readonly string[]): readonly string[] {
  if (about.kind === 'user') return [USER]
  return about.kind === 'name' ? about.names.map(entityKey) : inRole
}

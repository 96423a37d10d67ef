import type { Silence } from '../fact-rule.ts'
import type { VerbReading } from '../headlines.ts'
import { DOUBTFUL_OBJECTS } from './doubtful-objects.ts'
import { DOUBTFUL_PASSIVES } from './doubtful-passives.ts'
import { MISREAD_VERBS } from './misread-verbs.ts'
import { VERBS_IN_JEST } from './verbs-in-jest.ts'

/** Clauses with a full verb that tell nothing, or nothing for sure, by the reason why. */
export const SILENT_VERBS: readonly Silence<VerbReading>[] = [
  ...MISREAD_VERBS,
  ...DOUBTFUL_PASSIVES,
  ...VERBS_IN_JEST,
  ...DOUBTFUL_OBJECTS,
]

import { CLAIMS_AND_CORRECTIONS } from './claims-and-corrections.ts'
import { EXAGGERATIONS } from './exaggerations.ts'
import { LEFT_OUT } from './left-out.ts'
import { MISREAD_SUBJECTS } from './misread-subjects.ts'
import { MISREAD_WORDS } from './misread-words.ts'
import { ONLY_THEN } from './only-then.ts'
import { OWNERS } from './owners.ts'
import { RELATIVE_CLAUSES } from './relative-clauses.ts'
import { REQUESTS } from './requests.ts'
import { SEVERAL_PEOPLE } from './several-people.ts'
import { SHARED_SUBJECTS } from './shared-subjects.ts'
import type { SilentRule } from './silent-rule.ts'
import { UNKNOWN_SUBJECTS } from './unknown-subjects.ts'

/** Clauses that state nothing of their own, by the reason why. Any of them is enough; who asks is told the first. */
export const SILENT_CLAUSES: readonly SilentRule[] = [
  ...SHARED_SUBJECTS,
  ...MISREAD_SUBJECTS,
  ...UNKNOWN_SUBJECTS,
  ...OWNERS,
  ...SEVERAL_PEOPLE,
  ...RELATIVE_CLAUSES,
  ...MISREAD_WORDS,
  ...LEFT_OUT,
  ...ONLY_THEN,
  ...REQUESTS,
  ...CLAIMS_AND_CORRECTIONS,
  ...EXAGGERATIONS,
]

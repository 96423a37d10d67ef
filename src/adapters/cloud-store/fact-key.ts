import { textKey } from '../../domain/statement/text-key.ts'
import type { StoredFact } from '../../memory/records.ts'

/** Names a fact for ever: the same statement of the same persona, the same key. */
export const factKey = (
  fact: Pick<StoredFact, 'persona' | 'subject' | 'slot' | 'predicate' | 'object' | 'negated' | 'aspect'>,
): string =>
  textKey(
    JSON.stringify([fact.persona, fact.subject, fact.slot, fact.predicate, fact.object, fact.negated, fact.aspect]),
  )

import type { Call } from '../define-route.ts'
import { memoryNumber } from './memory.ts'

type Matching = Pick<
  Call<{ readonly id: string }, unknown, unknown>,
  'ports' | 'account' | 'bound' | 'params' | 'ifMatch'
>

/** The one version that may be changed; null: whichever it is. Only where several are named does the memory have to be looked at first. */
export async function matchedVersion({ ports, account, bound, params, ifMatch }: Matching): Promise<number | null> {
  if (ifMatch === null) return null
  const [first = null, ...others] = ifMatch
  if (others.length === 0) return first
  const asked = { ids: [memoryNumber(account, params.id)], personas: bound, asSaid: bound !== null }
  const [found] = await ports.records.findMemories(account, asked)
  return found && ifMatch.includes(found.version) ? found.version : first
}

import type { Bound } from '../../domain/account/persona.ts'
import type { MemoryDetail } from '../../ports/memory-records.ts'
import type { Ports } from '../../ports/ports.ts'
import { noSuchMemory } from './refusals.ts'

/** The memory of that number, as far as those personas may see it. */
export async function findMemory(
  { records }: Pick<Ports, 'records'>,
  { namespace, personas }: { readonly namespace: string; readonly personas: Bound },
  id: number,
): Promise<MemoryDetail> {
  const [found] = await records.findMemories(namespace, { ids: [id], personas, asSaid: personas !== null })
  if (!found) throw noSuchMemory()
  return found
}

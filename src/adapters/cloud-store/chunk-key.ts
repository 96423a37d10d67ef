import { contentId } from '../../domain/statement/content-id.ts'
import type { NewMemory } from '../../ports/new-memory.ts'
import { DAY_MS } from '../../runtime/duration.ts'

/**
 * Names a chunk for ever. It is made of its content and of the day on which that was said: what was done "yesterday" is another thing on another
 * day. `saidAt` is by the clock of whoever said it.
 */
export const chunkKey = (
  namespace: string,
  { persona, source, speaker }: Pick<NewMemory, 'persona' | 'source' | 'speaker'>,
  saidAt: number,
  text: string,
): Promise<string> => contentId(namespace, persona, source, speaker, Math.floor(saidAt / DAY_MS), text)

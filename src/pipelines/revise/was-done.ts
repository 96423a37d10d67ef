import type { Ports } from '../../ports/ports.ts'

/** Whether a change that must happen once has happened: then it only has to be told again what came of it. */
export const wasDone = async (
  { memory }: Pick<Ports, 'memory'>,
  namespace: string,
  once: string | null | undefined,
): Promise<boolean> => typeof once === 'string' && memory.happened(namespace, once)

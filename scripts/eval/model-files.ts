import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

/** A file of `assets/model`, as the service gets it from its assets. */
export const readModel = async (
  name: 'encoder.bin' | 'reranker.bin' | 'lexicon.bin' | 'glosses.txt',
): Promise<ArrayBuffer> => Uint8Array.from(readFileSync(join(PROJECT_ROOT, 'assets/model', name))).buffer

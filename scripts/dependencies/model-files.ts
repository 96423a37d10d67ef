import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

export interface ModelFile {
  readonly name: string
  readonly file: string
  readonly licence: string
  /** Whose work is in it. */
  readonly from: string
}

/** What is deployed and is neither code of ours nor a package. assets/model/README.md has more of each. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    name: 'edge-brain-encoder-1',
    file: 'assets/model/encoder.bin',
    licence: 'MIT',
    from: 'our own weights, taught by e5-small-v2 and bge-small-en-v1.5 (both MIT), by the reranker below and by a reader of our own made from all-mpnet-base-v2 (Apache-2.0); the texts they read are named in scripts/model/README.md',
  },
  {
    name: 'edge-brain-reranker-3',
    file: 'assets/model/reranker.bin',
    licence: 'MIT',
    from: 'our own weights, taught by cross-encoders of our own made from e5-small-v2 and bge-small-en-v1.5 (both MIT) and all-mpnet-base-v2 (Apache-2.0)',
  },
  {
    name: 'lexicon',
    file: 'assets/model/lexicon.bin',
    licence: 'MIT AND LicenseRef-WordNet',
    from: 'wink-eng-lite-web-model 1.8.1 (MIT, © GRAYPE Systems Private Limited); its irregular forms are of WordNet (© Princeton University)',
  },
  {
    name: 'glosses',
    file: 'assets/model/glosses.txt',
    licence: 'MIT',
    from: 'our own word lists in scripts/glosses',
  },
]

export const sha256Of = ({ file }: ModelFile): string =>
  createHash('sha256')
    .update(readFileSync(join(PROJECT_ROOT, file)))
    .digest('hex')

import { TOKEN_DIMENSIONS } from '../../domain/ranking/token-vectors.ts'
import { createLoader, type Loader } from '../../runtime/loader.ts'
import { createGloss } from './glosses.ts'
import { createKernel, type Kernel, type KernelModules } from './kernel.ts'
import { MODEL } from './model.ts'
import { type ModelHeader, readModelFile } from './model-file.ts'
import { createWordpiece, type Tokenize } from './wordpiece.ts'

export interface EncoderOptions {
  /** The bytes of `assets/model/encoder.bin`, which are emptied. Called once, at the first load; again only after a failed one. */
  readonly fetchModel: () => Promise<ArrayBuffer>
  /** The bytes of `assets/model/glosses.txt`. */
  readonly fetchGlosses: () => Promise<ArrayBuffer>
  readonly modules: KernelModules
}

/** What the embedder and the reranker have in common: a kernel with weights, and the tokens it reads. */
export interface Encoder {
  readonly header: ModelHeader
  readonly tokenize: Tokenize
  readonly kernel: Kernel
  readonly frame: { readonly start: number; readonly end: number }
  /** Tokens that say nothing of a passage: the one that ends it, and punctuation. */
  readonly silent: ReadonlySet<number>
}

/** `warmUp` is part of loading, so that the first request meets optimised code. */
export const createEncoder = (options: EncoderOptions, warmUp: (encoder: Encoder) => void): Loader<Encoder> =>
  createLoader(async () => {
    const encoder = await read(options)
    warmUp(encoder)
    return encoder
  })

/** One character of ASCII that is neither a letter nor a digit. */
const PUNCTUATION = /^[!-/:-@[-`{-~]$/

async function read({ fetchModel, fetchGlosses, modules }: EncoderOptions): Promise<Encoder> {
  const [bytes, glosses] = await Promise.all([fetchModel(), fetchGlosses()])
  const file = readModelFile(bytes)
  if (file.header.id !== MODEL.id) throw new Error(`encoder: expected ${MODEL.id}, the file is ${file.header.id}`)
  if (file.header.tokenDimensions !== TOKEN_DIMENSIONS)
    throw new Error(`encoder: a token has ${file.header.tokenDimensions} dimensions, expected ${TOKEN_DIMENSIONS}`)
  const gloss = createGloss(new TextDecoder().decode(glosses))
  const tokenize = createWordpiece(file.vocabulary)
  const end = file.vocabulary.indexOf('[SEP]')
  const encoder: Encoder = {
    header: file.header,
    tokenize: (text) => tokenize(gloss(text)),
    kernel: await createKernel(modules, file),
    frame: { start: file.vocabulary.indexOf('[CLS]'), end },
    silent: new Set([end, ...file.vocabulary.flatMap((token, id) => (PUNCTUATION.test(token) ? id : []))]),
  }
  // The kernel has its copy; 13 MB would otherwise wait for the collector.
  bytes.transfer(0)
  return encoder
}

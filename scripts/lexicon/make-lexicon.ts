import { createRequire } from 'node:module'
import type { LexiconRest, Place } from '../../src/adapters/wink/lexicon-file.ts'
import { NUMBER_BITS, SLOTS, wordHash } from '../../src/adapters/wink/word-hash.ts'

/** wink's core model, as far as it is needed. */
interface CoreModel {
  readonly packing: { readonly size: number; readonly layout: Readonly<Record<string, readonly number[]>> }
  readonly features: Readonly<Record<'lexeme' | 'posClusters', { readonly list: readonly string[] }>>
  readonly lexicon: string
  readonly xpansions: string
  readonly pos: { readonly hash: Readonly<Record<string, number>>; readonly list: readonly string[] }
  readonly tcat: { readonly hash: Readonly<Record<string, number>> }
  readonly trex: unknown
  readonly preserve: unknown
}

const require = createRequire(import.meta.url)
const part = (path: string): unknown => require(`wink-eng-lite-web-model/dist/${path}`)

/** The file that src/adapters/wink/lexicon-file.ts reads. */
export function makeLexicon(): Uint8Array {
  const core = part('languages/cur/models/eng-core-web-model.json') as CoreModel
  const words = core.features.lexeme.list
  const utf8 = new TextEncoder()
  const rest = utf8.encode(JSON.stringify(restOf(core)))
  const text = utf8.encode(words.join(''))
  const starts = Uint32Array.from([0, ...words.map((word) => word.length)])
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
  const sections = [starts, tableOf(words), numbersIn(core.lexicon), numbersIn(core.xpansions)] as const
  const counts = Uint32Array.from([words.length, ...sections.slice(1).map(({ length }) => length), rest.length])
  return Buffer.concat(
    [counts, ...sections, rest, text].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  )
}

function restOf({ packing, features, pos, tcat, trex, preserve }: CoreModel): LexiconRest {
  const place = (name: string): Place => {
    const [offset = 0, mask = 0, shift = 0] = packing.layout[name]!
    return [offset, mask, shift]
  }
  return {
    places: {
      cluster: place('lexemeCID'),
      pos: place('pos'),
      posHint: place('posHint'),
      lemma: place('lemma'),
      normal: place('normal'),
      contraction: place('isContraction'),
      spelling: place('isSpellingMapped'),
    },
    width: packing.size,
    pos: pos.list,
    clusters: features.posClusters.list.map((names) => names.split('_').map((name) => pos.hash[name] ?? 0)),
    categories: tcat.hash,
    tokenRules: trex,
    preserve,
    machines: part('languages/cur/models/eng-pos-model.json') as string[],
    ignored: features.lexeme.list[0]!,
    irregular: {
      ADJ: part('wn-adjective-exceptions.js') as Record<string, string>,
      NOUN: part('wn-noun-exceptions.js') as Record<string, string>,
      VERB: part('wn-verb-exceptions.js') as Record<string, string>,
    },
  }
}

/** Open addressing. Of a word that is listed twice the last counts, as with wink. */
function tableOf(words: readonly string[]): Uint32Array {
  if (words.length >= SLOTS - 1) throw new Error(`${words.length} words are more than the table has room for`)
  const table = new Uint32Array(SLOTS)
  for (const [word, number] of new Map(words.map((word, at) => [word, at]))) {
    const hash = wordHash(word)
    let slot = hash & (SLOTS - 1)
    while (table[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    table[slot] = (hash >>> NUMBER_BITS) * SLOTS + number + 1
  }
  return table
}

const numbersIn = (base64: string): Uint32Array => {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Uint32Array(bytes.buffer)
}

/** What wink-nlp knows about words: tokens, a first guess of each part of speech, and which parts of speech a word can have at all. */
export interface Lexicon {
  read(text: string): RawToken[]
  /** Whether the lexicon lists the word (in lower case) with this part of speech. */
  canBe(word: string, pos: string): boolean
  knows(word: string): boolean
  lemma(word: string, pos: string): string
}

export interface RawToken {
  readonly text: string
  readonly pos: string
  readonly start: number
}

/** The part of wink's core model that says which parts of speech a lexeme can have. */
interface CoreModel {
  readonly features: {
    readonly lexeme: { readonly hash: Record<string, number>; readonly list: string[]; readonly intrinsicSize: number }
    readonly posClusters: { readonly list: ReadonlySet<number>[] }
  }
  readonly packing: { readonly layout: { readonly lexemeCID: readonly number[] }; readonly size: number }
  readonly lexicon: Uint32Array
  readonly pos: { readonly hash: Record<string, number> }
}

type Lemmatize = (word: string, pos: string, cache: { hasSamePOS(word: string, pos: string): boolean }) => string

/** wink remembers every unknown word it meets, for ever; past this many a fresh instance keeps an isolate from growing without end. */
const MAX_NEW_LEXEMES = 60_000

export async function loadLexicon(): Promise<Lexicon> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  const lemmatize = model.addons.lemmatize as Lemmatize
  let core = undefined as CoreModel | undefined
  const start = () =>
    winkNLP(
      {
        ...model,
        core: () => {
          core = (model.core as () => CoreModel)()
          return core
        },
      },
      ['pos'],
    )
  let nlp = start()

  function canBe(word: string, pos: string): boolean {
    if (!core) return false
    const { lexeme, posClusters } = core.features
    const at = lexeme.hash[word]
    if (at === undefined || at >= lexeme.intrinsicSize) return false
    const [offset = 0, mask = 0, shift = 0] = core.packing.layout.lexemeCID
    const cluster = ((core.lexicon[offset + at * core.packing.size] ?? 0) & mask) >>> shift
    return posClusters.list[cluster]?.has(core.pos.hash[pos] ?? -1) ?? false
  }
  const cache = { hasSamePOS: canBe }

  return {
    read(text) {
      if (core && core.features.lexeme.list.length - core.features.lexeme.intrinsicSize > MAX_NEW_LEXEMES) nlp = start()
      const tokens = nlp.readDoc(text).tokens()
      const values = tokens.out() as string[]
      const tags = tokens.out(nlp.its.pos) as string[]
      const read: RawToken[] = []
      let from = 0
      for (const [i, value] of values.entries()) {
        const at = text.indexOf(value, from)
        if (at < 0 || /^\s*$/.test(value)) continue
        read.push({ text: value, pos: tags[i] ?? 'X', start: at })
        from = at + value.length
      }
      return read
    },
    canBe,
    knows: (word) => {
      const at = core?.features.lexeme.hash[word]
      return at !== undefined && at < (core?.features.lexeme.intrinsicSize ?? 0)
    },
    lemma: (word, pos) => lemmatize(word, pos, cache),
  }
}

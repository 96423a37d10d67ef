import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { CONDITIONALS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { ClauseSubject } from './clause.ts'

export const NEVER_OBJECTS = wordSet('i he she we they')

type Binding = Pick<ClauseSubject, 'role' | 'marker' | 'parentChunk' | 'antecedent'>

interface BindingContext {
  readonly chunks: readonly Chunk[]
  readonly tokens: readonly Token[]
  /** Where the clause's subject begins. */
  readonly from: number
  /** The chunk that may bind the clause, its first word, and what stands before it. */
  readonly i: number
  readonly chunk: Chunk
  readonly word: string
  readonly before: Chunk | undefined
}

interface BindingRule {
  readonly name: string
  readonly when: (at: BindingContext) => boolean
  readonly bind: (at: BindingContext) => Partial<Binding>
}

const MAIN: Binding = { role: 'main', marker: null, parentChunk: null, antecedent: null }

const isVerb = (chunk: Chunk | undefined): boolean => chunk?.type === 'vg'

/** What a clause is to the chunk before its subject. The first rule that applies decides; where none does, it stands for itself. */
const BINDINGS: readonly BindingRule[] = [
  {
    name: 'condition',
    when: ({ chunk, word }) => chunk.type === 'sc' && CONDITIONALS.has(word),
    bind: ({ word }) => ({ role: 'conditional', marker: word }),
  },
  {
    name: 'asked-or-told-how',
    when: ({ chunk, word, before }) => chunk.type === 'sc' && /^(?:how|what|why)$/.test(word) && isVerb(before),
    bind: ({ word, i }) => ({ role: 'adverbial', marker: word, parentChunk: i - 1 }),
  },
  {
    name: 'subordinate',
    when: ({ chunk }) => chunk.type === 'sc',
    bind: ({ word }) => ({ role: 'adverbial', marker: word }),
  },
  {
    name: 'said-that',
    when: ({ chunk, before }) => chunk.type === 'that' && isVerb(before),
    bind: ({ i }) => ({ role: 'complement', marker: 'that', parentChunk: i - 1 }),
  },
  {
    name: 'told-me-that',
    when: ({ chunk, before, chunks, i }) =>
      chunk.type === 'that' && before?.type === 'np' && isVerb(chunks[i - 2]) && (before.pronoun || !before.determiner),
    bind: ({ i }) => ({ role: 'complement', marker: 'that', parentChunk: i - 2 }),
  },
  {
    name: 'sure-that',
    when: ({ chunk, before }) => chunk.type === 'that' && before?.type === 'adj',
    bind: () => ({ role: 'complement', marker: 'that' }),
  },
  {
    name: 'noun-which',
    when: ({ chunk, before, word }) =>
      (chunk.type === 'that' || chunk.type === 'rel') && before?.type === 'np' && word !== 'where',
    bind: ({ word, i }) => ({ role: 'relative', marker: word, antecedent: i - 1 }),
  },
  {
    name: 'free-relative',
    when: ({ chunk }) => chunk.type === 'that' || chunk.type === 'rel',
    bind: ({ word }) => ({ role: 'relative', marker: word }),
  },
  { name: 'think-she', when: ({ chunk }) => isVerb(chunk), bind: ({ i }) => ({ role: 'complement', parentChunk: i }) },
  // "told me he left" completes the telling; "the man I met" describes the man.
  {
    name: 'told-me-he',
    when: ({ chunk, before }) => chunk.type === 'np' && !chunk.time && isVerb(before) && chunk.pronoun,
    bind: ({ i }) => ({ role: 'complement', parentChunk: i - 1 }),
  },
  { name: 'after-work-i', when: opensWithPreposition, bind: () => MAIN },
  {
    name: 'man-i-met',
    when: ({ chunk, chunks, from, tokens }) => {
      const first = chunks[from] as NounPhrase
      return chunk.type === 'np' && !chunk.time && (first.pronoun || tokens[first.head]!.pos === 'PROPN')
    },
    bind: ({ i }) => ({ role: 'relative', antecedent: i }),
  },
]

/** "After work I go …": what opens the sentence with a preposition and leaves it one verb only is no antecedent. */
function opensWithPreposition({ chunk, before, chunks, i, from }: BindingContext): boolean {
  if (chunk.type !== 'np' || chunk.time || before?.type !== 'prep' || i !== 1) return false
  return chunks.slice(from).filter((other) => other.type === 'vg' && other.kind === 'finite').length === 1
}

/** What binds the clause whose subject begins at chunk `from`: a subordinator, a verb it completes, a noun it describes. */
export function bindingOf(chunks: readonly Chunk[], tokens: readonly Token[], from: number): Binding {
  let i = from - 1
  while (i >= 0 && /^(?:adv|quote|adj)$/.test(chunks[i]!.type)) i--
  if (chunks[i]?.type === 'comma' && chunks[i - 1]?.type === 'sc') i--
  const chunk = chunks[i]
  if (!chunk) return MAIN
  const at = { chunks, tokens, from, i, chunk, word: tokens[chunk.start]!.lower, before: chunks[i - 1] }
  return { ...MAIN, ...BINDINGS.find(({ when }) => when(at))?.bind(at) }
}

/** If a comma (or bracket) at `i` closes a parenthesis that a comma before it opened, the index of the opening one; else 0. */
export function opensParenthesis(chunks: readonly Chunk[], i: number): number {
  const mark = chunks[i]!.type === 'paren' ? 'paren' : 'comma'
  for (let j = i - 1; j > 0; j--) {
    const { type } = chunks[j]!
    if (type === mark) return chunks[j - 1]?.type === 'np' && (mark === 'paren' || isParenthesis(chunks, j, i)) ? j : 0
    if (type === 'break' || type === 'sc') return 0
  }
  return 0
}

function isParenthesis(chunks: readonly Chunk[], open: number, close: number): boolean {
  const inside = chunks[open + 1]?.type ?? ''
  if (inside === 'rel') return true
  return (
    /^(?:np|vg|prep|adv|adj)$/.test(inside) &&
    !chunks.slice(open + 1, close).some((chunk) => chunk.type === 'vg' && chunk.kind === 'finite')
  )
}

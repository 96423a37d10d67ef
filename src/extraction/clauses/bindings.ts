import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
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
  /** What stands before the subject. */
  readonly after: 'relative' | 'that' | 'sc' | 'vg' | 'np'
  readonly when?: (at: BindingContext) => boolean
  readonly role: Binding['role']
  /** How far left of that the verb is which the clause completes, or the noun that it describes. */
  readonly parent?: number
  readonly antecedent?: number
}

const MAIN: Binding = { role: 'main', marker: null, parentChunk: null, antecedent: null }

/** What a clause is to the chunk before its subject. The first rule that applies decides; where none does, it stands for itself. */
const BINDINGS: readonly BindingRule[] = [
  { name: 'condition', after: 'sc', when: ({ word }) => CONDITIONALS.has(word), role: 'conditional' },
  { name: 'knows-how', after: 'sc', when: completesVerb, role: 'adverbial', parent: 1 },
  { name: 'subordinate', after: 'sc', role: 'adverbial' },
  { name: 'said-that', after: 'that', when: ({ before }) => before?.type === 'vg', role: 'complement', parent: 1 },
  { name: 'told-me-that', after: 'that', when: tellsSomebody, role: 'complement', parent: 2 },
  { name: 'sure-that', after: 'that', when: ({ before }) => before?.type === 'adj', role: 'complement' },
  { name: 'noun-which', after: 'relative', when: describesNoun, role: 'relative', antecedent: 1 },
  { name: 'free-relative', after: 'relative', role: 'relative' },
  { name: 'think-she', after: 'vg', role: 'complement', parent: 0 },
  // "told me he left" completes the telling; "the man I met" describes the man.
  {
    name: 'told-me-he',
    after: 'np',
    when: ({ before, chunk }) => before?.type === 'vg' && (chunk as NounPhrase).pronoun,
    role: 'complement',
    parent: 1,
  },
  { name: 'after-work-i', after: 'np', when: opensWithPreposition, role: 'main' },
  { name: 'man-i-met', after: 'np', when: hasOwnSubject, role: 'relative', antecedent: 0 },
]

function completesVerb({ word, before }: BindingContext): boolean {
  return before?.type === 'vg' && /^(?:how|what|why)$/.test(word)
}

function tellsSomebody({ chunks, i, before }: BindingContext): boolean {
  return before?.type === 'np' && chunks[i - 2]?.type === 'vg' && (before.pronoun || !before.determiner)
}

function describesNoun({ before, word }: BindingContext): boolean {
  return before?.type === 'np' && word !== 'where'
}

function hasOwnSubject({ chunks, from, tokens }: BindingContext): boolean {
  const first = chunks[from] as NounPhrase
  return first.pronoun || tokens[first.head]!.pos === 'PROPN'
}

/** "After work I go …": what opens the sentence with a preposition and leaves it one verb only is no antecedent. */
function opensWithPreposition({ before, chunks, i, from }: BindingContext): boolean {
  if (before?.type !== 'prep' || i !== 1) return false
  return chunks.slice(from).filter((other) => other.type === 'vg' && other.kind === 'finite').length === 1
}

/** What binds the clause whose subject begins at chunk `from`: a subordinator, a verb it completes, a noun it describes. */
export function bindingOf(chunks: readonly Chunk[], tokens: readonly Token[], from: number): Binding {
  let i = from - 1
  while (i >= 0 && /^(?:adv|quote|adj)$/.test(chunks[i]!.type)) i--
  if (chunks[i]?.type === 'comma' && chunks[i - 1]?.type === 'sc') i--
  const chunk = chunks[i]
  if (!chunk || (chunk.type === 'np' && chunk.time)) return MAIN
  const at = { chunks, tokens, from, i, chunk, word: tokens[chunk.start]!.lower, before: chunks[i - 1] }
  const relates = chunk.type === 'that' || chunk.type === 'rel'
  const rule = BINDINGS.find(
    ({ after, when }) => (after === chunk.type || (relates && after === 'relative')) && (when?.(at) ?? true),
  )
  if (!rule) return MAIN
  const { name, role, parent, antecedent } = rule
  why?.steps.push({ stage: 'clause', rule: name, about: `after ${at.word}: ${role}` })
  return {
    role,
    marker: relates || chunk.type === 'sc' ? at.word : null,
    parentChunk: parent === undefined ? null : i - parent,
    antecedent: antecedent === undefined ? null : i - antecedent,
  }
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

import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { DOUBTING, REFLEXIVES, REPORTING } from '../words/word-lists.ts'
import { bindingOf, NEVER_OBJECTS, opensParenthesis } from './bindings.ts'
import type { ClauseSubject } from './clause.ts'
import { isReducedPassive, reducedRelative } from './reduced-clauses.ts'

export function findSubject(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  verbAt: number,
  known: ReadonlyMap<number, ClauseSubject>,
  earlier: readonly number[],
): ClauseSubject | null {
  const verb = chunks[verbAt] as VerbGroup
  let i = verbAt - 1
  while (i >= 0 && (chunks[i]!.type === 'adv' || chunks[i]!.type === 'quote')) i--
  const left = chunks[i]
  if (verb.kind === 'to' || verb.kind === 'imperative') return null
  if (verb.kind === 'ing' || verb.kind === 'en') return reducedRelative(chunks, i, verb)
  if (!left) return null
  if (left.type === 'np' && isReducedPassive(chunks, tokens, i, verbAt))
    return reducedRelative(chunks, i, { ...verb, kind: 'en' })
  if (left.type === 'cc' || (left.type === 'comma' && !opensParenthesis(chunks, i))) {
    const previous = earlier.findLast((index) => !crossesBreak(chunks, index, i))
    const shared = previous === undefined ? undefined : known.get(previous)
    if (!shared || !agrees(chunks[previous!] as VerbGroup, verb, left)) return null
    const nearest = chunks.findLastIndex((chunk, index) => index < i && chunk.type === 'vg')
    const before = chunks[nearest] as VerbGroup
    // "to express myself and have fun": an infinitive goes on, nobody has fun yet.
    if (verb.bare && (before.kind !== 'finite' || (before.bare && !known.has(nearest)))) return null
    const shares = before.passive && /^(?:raised|bred|educated|trained|brought)$/.test(tokens[verb.main]!.lower)
    const inherits = shares || (verb.bare && (before.modal !== null || before.chain.length > 0 || before.negated))
    return { ...shared, shared: true, ...(inherits ? { inherits: nearest } : {}) }
  }
  if (left.type === 'rel' || left.type === 'that') {
    let j = i - 1
    while (j >= 0 && (chunks[j]!.type === 'comma' || chunks[j]!.type === 'prep' || chunks[j]!.type === 'adv')) j--
    if (tokens[left.start]!.lower === 'where' || tokens[left.start]!.lower === 'whom') return null
    const antecedent = chunks[j]
    // "Wow, John, that's great": after a comma "that" points, it does not relate.
    if (antecedent?.type !== 'np' || (left.type === 'that' && chunks[i - 1]?.type === 'comma')) return null
    const head = tokens[left.start]!.lower === 'who' ? j : headOfChain(chunks, tokens, j)
    return {
      phrases: [head],
      from: head,
      to: head + 1,
      role: 'relative',
      marker: tokens[left.start]!.lower,
      parentChunk: null,
      antecedent: head,
      shared: false,
    }
  }
  const at = leftToSubject(chunks, tokens, i, known)
  if (at === null) return null
  const phrases = coordinatedLeft(chunks, tokens, at)
  const only = chunks[phrases[0]!] as NounPhrase
  // "watched their imagination come to life": a base form does not agree with one thing, so it is no verb of its own.
  if (verb.bare && phrases.length === 1 && isSingular(tokens, only)) return null
  const from = phrases[0]!
  const to = Math.max(at + 1, Math.min(verbAt, subjectStop(chunks, at, verbAt)))
  return { phrases, from, to, ...bindingOf(chunks, tokens, from), shared: false }
}

/** From the chunk left of a verb to the noun phrase that is its subject, over prepositional phrases, relative clauses and parentheses. */
function leftToSubject(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  from: number,
  known: ReadonlyMap<number, ClauseSubject>,
): number | null {
  let i = from
  for (let guard = 0; i >= 0 && guard < 40; guard++) {
    const chunk = chunks[i]!
    if (chunk.type === 'np') {
      if (chunk.pronoun && NEVER_OBJECTS.has(tokens[chunk.head]!.lower)) return i
      if (chunk.pronoun && NEVER_SUBJECTS.has(tokens[chunk.head]!.lower)) return null
      // "Juggling both my passions can be tricky": the doing is tricky, not the passions.
      const doing = chunks[i - 1]
      if (
        doing?.type === 'vg' &&
        doing.kind === 'ing' &&
        (i === 1 || /^(?:comma|break|sc|cc|adv)$/.test(chunks[i - 2]!.type))
      )
        return null
      const governor = governorOf(chunks, i)
      if (governor < 0) {
        if (chunk.time && i > 0 && chunks[i - 1]!.type === 'np' && !(chunks[i - 1] as NounPhrase).time) i--
        else return i
      } else i = governor - 1
    } else if (chunk.type === 'vg') {
      const subject = known.get(i)
      if (subject?.role === 'relative') i = subject.antecedent ?? i - 1
      else if (chunk.kind !== 'finite') i--
      else if (subject?.antecedent != null) i = subject.antecedent
      else return null
    } else if (chunk.type === 'comma' || chunk.type === 'paren') {
      const open = opensParenthesis(chunks, i)
      if (!open) return null
      i = open - 1
    } else if (
      chunk.type === 'adv' ||
      chunk.type === 'quote' ||
      chunk.type === 'adj' ||
      chunk.type === 'prep' ||
      (chunk.type === 'rel' && tokens[chunk.start]!.lower !== 'what')
    )
      i--
    else return null
  }
  return null
}

const isSingular = (tokens: readonly Token[], np: NounPhrase): boolean =>
  !np.pronoun &&
  (tokens[np.head]!.pos === 'PROPN' || !/(?:s|people|children|men|women)$/.test(tokens[np.head]!.lower)) &&
  np.determiner !== 'these' &&
  np.determiner !== 'those'

const NEVER_SUBJECTS = new Set(['me', 'him', 'us', 'them', 'whom', ...REFLEXIVES])

/** The preposition that governs the noun phrase at `i`, through coordination too, or −1. */
function governorOf(chunks: readonly Chunk[], i: number): number {
  const before = chunks[i - 1]
  if (before?.type === 'prep') return i - 1
  if (before?.type === 'cc' || before?.type === 'comma') {
    // "was reunited with his family in New York and his father was able …": after a verb has gone before, a new subject begins.
    if (chunks.slice(0, i - 1).some((chunk) => chunk.type === 'vg' && chunk.kind === 'finite')) return -1
    const other = before.type === 'cc' && chunks[i - 2]?.type === 'comma' ? i - 3 : i - 2
    if (
      chunks[other]?.type === 'np' &&
      chunks[other - 1]?.type === 'prep' &&
      before.type === 'cc' &&
      chunks[other - 2]?.type === 'np'
    )
      return other - 1
  }
  return -1
}

function headOfChain(chunks: readonly Chunk[], tokens: readonly Token[], j: number): number {
  let head = j
  while (
    chunks[head - 1]?.type === 'prep' &&
    tokens[chunks[head - 1]!.start]!.lower === 'of' &&
    chunks[head - 2]?.type === 'np'
  )
    head -= 2
  return head
}

const isNameBefore = (chunks: readonly Chunk[], tokens: readonly Token[], first: number, second: number): boolean =>
  tokens[(chunks[first] as NounPhrase).head]!.pos === 'PROPN' &&
  tokens[(chunks[second] as NounPhrase).head]!.pos === 'NOUN' &&
  (chunks[second] as NounPhrase).possessor === null

function coordinatedLeft(chunks: readonly Chunk[], tokens: readonly Token[], at: number): number[] {
  const phrases = [at]
  let i = at
  const before = chunks[i - 1]
  if (before?.type !== 'cc' || !/^(?:and|or|nor|&)$/.test(tokens[before.start]!.lower)) return phrases
  let j = chunks[i - 2]?.type === 'comma' ? i - 3 : i - 2
  while (chunks[j]?.type === 'np') {
    phrases.unshift(j)
    i = j
    if (chunks[j - 1]?.type === 'comma' && chunks[j - 2]?.type === 'np') j -= 2
    else break
  }
  const opener = chunks[i - 1]
  if (chunks[at - 2]?.type === 'comma' && phrases.length < 3) return [at]
  // "Wow, Mel, love and support is the best": a name before common nouns is called, not counted.
  while (phrases.length > 2 && isNameBefore(chunks, tokens, phrases[0]!, phrases[1]!)) phrases.shift()
  // "I saw Ben and Lea left": what stands before belongs to another verb, so only the last one is the subject.
  if (
    opener &&
    ((opener.type === 'vg' && !DOUBTING.has(opener.lemma) && !REPORTING.has(opener.lemma)) ||
      opener.type === 'prep' ||
      (opener.type === 'np' && !opener.time))
  )
    return [at]
  return phrases
}

function subjectStop(chunks: readonly Chunk[], at: number, verbAt: number): number {
  let to = at + 1
  while (to + 1 < verbAt && chunks[to]!.type === 'prep' && chunks[to + 1]!.type === 'np') to += 2
  return to
}

/** May two verbs joined by "and" or a comma share a subject? */
export function agrees(first: VerbGroup, second: VerbGroup, link: Chunk): boolean {
  if (second.kind !== 'finite') return false
  return link.type === 'cc' || first.past === second.past
}

const crossesBreak = (chunks: readonly Chunk[], from: number, to: number): boolean =>
  chunks.slice(from, to).some((chunk) => chunk.type === 'break')

import type { Chunk, Link } from './chunks.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Token } from './tokens.ts'
import type { VerbGroup } from './verb-groups.ts'
import { CONDITIONALS, DOUBTING, IRREGULAR_BOTH, REFLEXIVES, REPORTING } from './words.ts'

/** A noun phrase with what hangs on it by "of": the words of an argument. Token indices, `end` exclusive. */
export interface Argument {
  readonly np: NounPhrase
  readonly end: number
}

export interface PrepositionalPhrase {
  readonly preposition: string
  readonly start: number
  readonly end: number
  readonly objects: readonly Argument[]
  /** It stands straight after a noun phrase, on which it may hang ("a manager at Google"). */
  readonly afterNoun: boolean
}

export interface Clause {
  readonly verb: VerbGroup
  readonly subjects: readonly Argument[]
  /** Tokens of the whole subject, coordination included; start === end when there is none. */
  readonly subjectStart: number
  readonly subjectEnd: number
  readonly objects: readonly Argument[]
  /** Second object of "lent Bob a bike". */
  readonly second: readonly Argument[]
  readonly adjectives: readonly Link[]
  readonly prepositions: readonly PrepositionalPhrase[]
  readonly times: readonly NounPhrase[]
  readonly adverbs: readonly Link[]
  /** "enjoys hiking and swimming in lakes", "is good at cooking": -ing phrases as objects, with their preposition. */
  readonly gerunds: readonly { readonly start: number; readonly end: number }[]
  readonly gerundPreposition: string | null
  /** "wants Tom to leave": an infinitive follows the object, which is what somebody else would do. */
  readonly raised: boolean
  /** Where the clause's own words end, and where the words of its complement clauses end. */
  readonly end: number
  readonly fullEnd: number
  readonly role: 'main' | 'relative' | 'complement' | 'adverbial' | 'conditional'
  /** The word that binds it: because, when, that … */
  readonly marker: string | null
  /** The clause whose verb it completes ("You told me that …"). */
  readonly parent: Clause | null
  /** Its noun stands outside: "the house that I bought". */
  readonly antecedent: NounPhrase | null
  readonly sharesSubject: boolean
  /** The verb group whose modal or "to" it shares: "will cook and bake". */
  readonly inherited: VerbGroup | null
}

interface Subject {
  /** Chunk indices of coordinated phrases. */
  readonly phrases: number[]
  /** First chunk of the subject, and the one after its last, modifiers included. */
  readonly from: number
  readonly to: number
  readonly role: Clause['role']
  readonly marker: string | null
  readonly parentChunk: number | null
  readonly antecedent: number | null
  readonly shared: boolean
  /** The chunk of the verb whose modal or "to" the verb shares. */
  readonly inherits?: number
}

/** Finds the clauses of a sentence: each verb group with its subject, objects, complements and how it hangs together with the others. */
export function findClauses(chunks: readonly Chunk[], tokens: readonly Token[]): Clause[] {
  const subjects = new Map<number, Subject>()
  const clauseChunks: number[] = []
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.type !== 'vg') continue
    const subject = findSubject(chunks, tokens, i, subjects, clauseChunks)
    if (subject) {
      subjects.set(i, subject)
      clauseChunks.push(i)
    }
  }
  const starts = new Map<number, number>()
  for (const [verb, subject] of subjects)
    if (!subject.shared && subject.phrases[0] !== subject.antecedent) starts.set(subject.from, verb)
  const clauses = new Map<number, Clause>()
  for (const at of clauseChunks) {
    const subject = subjects.get(at)!
    const inherited = subject.inherits === undefined ? null : (chunks[subject.inherits] as VerbGroup)
    const own = chunks[at] as VerbGroup
    const verb = inherited
      ? { ...own, modal: inherited.modal, chain: inherited.chain, negated: inherited.negated }
      : own
    const parent = subject.parentChunk === null ? null : (clauses.get(subject.parentChunk) ?? null)
    const right = readComplements(chunks, tokens, at, starts, subjects)
    const first = chunks[subject.from]
    const last = chunks[subject.to - 1]
    clauses.set(at, {
      verb,
      subjects: subject.phrases.map((index) => argumentAt(chunks, tokens, index)),
      subjectStart: first?.start ?? verb.start,
      subjectEnd: last?.end ?? verb.start,
      ...right,
      role: subject.role,
      marker: subject.marker,
      parent,
      antecedent: subject.antecedent === null ? null : (chunks[subject.antecedent] as NounPhrase),
      sharesSubject: subject.shared,
      inherited,
    })
  }
  return [...clauses.values()]
}

function findSubject(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  verbAt: number,
  known: ReadonlyMap<number, Subject>,
  earlier: readonly number[],
): Subject | null {
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
    const inherits = verb.bare && (before.modal !== null || before.chain.length > 0 || before.negated)
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

/** "a man wearing a hat", "a book written by Marta": a participle straight after its noun. */
function reducedRelative(chunks: readonly Chunk[], i: number, verb: VerbGroup): Subject | null {
  const left = chunks[i]
  if (left?.type === 'np' && !left.pronoun && (verb.kind === 'en' || verb.kind === 'ing')) {
    return {
      phrases: [i],
      from: i,
      to: i + 1,
      role: 'relative',
      marker: verb.kind,
      parentChunk: null,
      antecedent: i,
      shared: false,
    }
  }
  return null
}

/** "has a dog called Rex": -ed after a noun phrase that is the object of a verb already, unless that verb reports ("knew Emma called"). */
function isReducedPassive(chunks: readonly Chunk[], tokens: readonly Token[], i: number, verbAt: number): boolean {
  const verb = chunks[verbAt] as VerbGroup
  const np = chunks[i] as NounPhrase
  const word = tokens[verb.main]!.lower
  if (
    verb.end - verb.start > 1 ||
    verb.chain.length > 0 ||
    np.pronoun ||
    np.time ||
    !(/ed$/.test(word) || IRREGULAR_BOTH.has(word))
  )
    return false
  if ((verb.lemma === 'call' || verb.lemma === 'name') && (np.determiner === 'a' || np.determiner === 'an')) return true
  let j = i
  while (j >= 0 && (chunks[j]!.type === 'np' || chunks[j]!.type === 'prep')) j--
  const governor = chunks[j]
  if (governor?.type !== 'vg' || j === i) return false
  if (verb.lemma === 'call' || verb.lemma === 'name') return true
  return (
    !REPORTING.has(governor.lemma) && !DOUBTING.has(governor.lemma) && !np.time && chunks[verbAt + 1]?.type === 'prep'
  )
}

/** From the chunk left of a verb to the noun phrase that is its subject, over prepositional phrases, relative clauses and parentheses. */
function leftToSubject(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  from: number,
  known: ReadonlyMap<number, Subject>,
): number | null {
  let i = from
  for (let guard = 0; i >= 0 && guard < 40; guard++) {
    const chunk = chunks[i]!
    if (chunk.type === 'np') {
      if (chunk.pronoun && NEVER_OBJECTS.has(tokens[chunk.head]!.lower)) return i
      if (chunk.pronoun && NEVER_SUBJECTS.has(tokens[chunk.head]!.lower)) return null
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
const NEVER_OBJECTS = new Set(['i', 'he', 'she', 'we', 'they'])

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

/** If a comma (or bracket) at `i` closes a parenthesis that a comma before it opened, the index of the opening one; else 0. */
function opensParenthesis(chunks: readonly Chunk[], i: number): number {
  const bracket = chunks[i]!.type === 'paren'
  for (let j = i - 1; j > 0; j--) {
    const chunk = chunks[j]!
    if (bracket ? chunk.type === 'paren' : chunk.type === 'comma') {
      const inside = chunks[j + 1]
      const before = chunks[j - 1]
      if (before?.type !== 'np') return 0
      const verbs = chunks.slice(j + 1, i).some((c) => c.type === 'vg' && c.kind === 'finite')
      const fits =
        bracket ||
        inside?.type === 'rel' ||
        (!verbs &&
          (inside?.type === 'np' ||
            inside?.type === 'vg' ||
            inside?.type === 'prep' ||
            inside?.type === 'adv' ||
            inside?.type === 'adj'))
      return fits ? j : 0
    }
    if (chunk.type === 'break' || chunk.type === 'sc') return 0
  }
  return 0
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

/** What binds the clause whose subject begins at chunk `from`: a subordinator, a verb it completes, a noun it describes. */
function bindingOf(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  from: number,
): Pick<Subject, 'role' | 'marker' | 'parentChunk' | 'antecedent'> {
  let i = from - 1
  while (i >= 0 && (chunks[i]!.type === 'adv' || chunks[i]!.type === 'quote' || chunks[i]!.type === 'adj')) i--
  let chunk = chunks[i]
  if (chunk?.type === 'comma' && chunks[i - 1]?.type === 'sc') chunk = chunks[--i]
  const main = { role: 'main' as const, marker: null, parentChunk: null, antecedent: null }
  if (!chunk) return main
  const word = tokens[chunk.start]!.lower
  if (chunk.type === 'sc') {
    const verbBefore = chunks[i - 1]?.type === 'vg' ? i - 1 : null
    if (CONDITIONALS.has(word)) return { role: 'conditional', marker: word, parentChunk: null, antecedent: null }
    return {
      role: 'adverbial',
      marker: word,
      parentChunk: word === 'how' || word === 'what' || word === 'why' ? verbBefore : null,
      antecedent: null,
    }
  }
  if (chunk.type === 'that' || chunk.type === 'rel') {
    const before = chunks[i - 1]
    const beforeThat = before?.type === 'np' ? chunks[i - 2] : undefined
    if (chunk.type === 'that' && before?.type === 'vg')
      return { role: 'complement', marker: 'that', parentChunk: i - 1, antecedent: null }
    if (
      chunk.type === 'that' &&
      before?.type === 'np' &&
      beforeThat?.type === 'vg' &&
      (before.pronoun || !before.determiner)
    )
      return { role: 'complement', marker: 'that', parentChunk: i - 2, antecedent: null }
    if (chunk.type === 'that' && before?.type === 'adj')
      return { role: 'complement', marker: 'that', parentChunk: null, antecedent: null }
    if (before?.type === 'np')
      return { role: 'relative', marker: word, parentChunk: null, antecedent: word === 'where' ? null : i - 1 }
    return { role: 'relative', marker: word, parentChunk: null, antecedent: null }
  }
  if (chunk.type === 'vg') return { role: 'complement', marker: null, parentChunk: i, antecedent: null }
  if (chunk.type === 'np' && !chunk.time) {
    const above = chunks[i - 1]
    const first = chunks[from] as NounPhrase
    // "told me he left" completes the telling; "the man I met" describes the man.
    if (above?.type === 'vg' && chunk.pronoun)
      return { role: 'complement', marker: null, parentChunk: i - 1, antecedent: null }
    if (first.pronoun || tokens[first.head]!.pos === 'PROPN')
      return { role: 'relative', marker: null, parentChunk: null, antecedent: i }
  }
  return main
}

/** May two verbs joined by "and" or a comma share a subject? */
function agrees(first: VerbGroup, second: VerbGroup, link: Chunk): boolean {
  if (second.kind !== 'finite') return false
  return link.type === 'cc' || first.past === second.past
}

const crossesBreak = (chunks: readonly Chunk[], from: number, to: number): boolean =>
  chunks.slice(from, to).some((chunk) => chunk.type === 'break')

/** A noun phrase with its "of" phrases. */
function argumentAt(chunks: readonly Chunk[], tokens: readonly Token[], index: number): Argument {
  const np = chunks[index] as NounPhrase
  let end = index
  while (
    chunks[end + 1]?.type === 'prep' &&
    tokens[chunks[end + 1]!.start]!.lower === 'of' &&
    chunks[end + 2]?.type === 'np'
  )
    end += 2
  return { np, end: chunks[end]!.end }
}

const DURATIVE = new Set(['last', 'take', 'spend', 'need', 'work', 'turn'])

type Right = Pick<
  Clause,
  | 'objects'
  | 'second'
  | 'adjectives'
  | 'prepositions'
  | 'times'
  | 'adverbs'
  | 'gerunds'
  | 'gerundPreposition'
  | 'raised'
  | 'end'
  | 'fullEnd'
>

function readComplements(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  verbAt: number,
  starts: ReadonlyMap<number, number>,
  subjects: ReadonlyMap<number, Subject>,
): Right {
  const groups: Argument[][] = []
  const prepositions: PrepositionalPhrase[] = []
  const adjectives: Link[] = []
  const times: NounPhrase[] = []
  const adverbs: Link[] = []
  let i = verbAt + 1
  let end = chunks[verbAt]!.end
  let lastWasNoun = false
  while (i < chunks.length) {
    const chunk = chunks[i]!
    if (starts.has(i)) break
    if (chunk.type === 'np' && chunk.pronoun && NEVER_OBJECTS.has(tokens[chunk.head]!.lower)) break
    if (chunk.type === 'np') {
      if (
        chunk.time &&
        !(
          groups.length === 0 &&
          prepositions.length === 0 &&
          adjectives.length === 0 &&
          (chunks[verbAt] as VerbGroup).lemma === 'be'
        )
      ) {
        times.push(chunk)
        end = chunk.end
        i++
        lastWasNoun = false
        continue
      }
      const [list, next] = coordinatedRight(chunks, tokens, i, starts, subjects)
      groups.push(list)
      end = list.at(-1)!.end
      i = next
      lastWasNoun = true
      continue
    }
    if (chunk.type === 'prep') {
      const object = chunks[i + 1]
      if (object?.type === 'np' && !starts.has(i + 1)) {
        const [list, next] = coordinatedRight(chunks, tokens, i + 1, starts, subjects)
        prepositions.push({
          preposition: tokens
            .slice(chunk.start, chunk.end)
            .map((t) => t.lower)
            .join(' '),
          start: chunk.start,
          end: list.at(-1)!.end,
          objects: list,
          afterNoun: lastWasNoun,
        })
        end = list.at(-1)!.end
        i = next
        lastWasNoun = true
        continue
      }
      if (object?.type === 'vg' && object.kind === 'ing') break
      end = chunk.end
    } else if (chunk.type === 'adj') {
      adjectives.push(chunk)
      end = chunk.end
    } else if (chunk.type === 'adv') {
      adverbs.push(chunk)
      end = chunk.end
    } else if (chunk.type === 'cc') {
      const next = chunks[i + 1]
      if (next?.type !== 'adj' && next?.type !== 'prep' && !(next?.type === 'adv' && chunks[i + 2]?.type === 'adj'))
        break
    } else if (chunk.type === 'comma') {
      const next = chunks[i + 1]
      const another = next?.type === 'cc' ? chunks[i + 2] : next
      if (
        another?.type !== 'prep' &&
        !(another?.type === 'adj' && adjectives.length > 0) &&
        !(another?.type === 'np' && another.time)
      )
        break
    } else if (chunk.type !== 'quote') break
    lastWasNoun = false
    i++
  }
  // "lasts nine hours", "takes two days": the time is what the verb is about.
  if (
    groups.length === 0 &&
    times[0]?.start === chunks[verbAt]!.end &&
    DURATIVE.has((chunks[verbAt] as VerbGroup).lemma)
  ) {
    groups.push([{ np: times[0], end: times[0].end }])
    times.shift()
  }
  const ditransitive = groups.length >= 2
  const governed = chunks[i]?.type === 'prep' ? 1 : 0
  const governedVerb = chunks[i + governed]
  // "enjoys opera and hiking in the Alps": a gerund may go on where a noun began.
  const continued =
    chunks[i]?.type === 'cc' &&
    chunks[i + 1]?.type === 'vg' &&
    (chunks[i + 1] as VerbGroup).kind === 'ing' &&
    groups.length === 1 &&
    prepositions.length === 0
  const isObject =
    governedVerb?.type === 'vg' &&
    governedVerb.kind === 'ing' &&
    (governed === 1 || (groups.length === 0 && adjectives.length === 0))
  return {
    raised: chunks[i]?.type === 'vg' && (chunks[i] as VerbGroup).kind === 'to' && groups.length > 0,
    gerunds: isObject ? gerundsAt(chunks, i + governed, starts) : continued ? gerundsAt(chunks, i + 1, starts) : [],
    gerundPreposition: isObject && governed ? tokens[chunks[i]!.start]!.lower : null,
    objects: (ditransitive ? groups[1] : groups[0]) ?? [],
    second: (ditransitive ? groups[0] : []) ?? [],
    adjectives,
    prepositions,
    times,
    adverbs,
    end,
    fullEnd: fullEnd(chunks, i, end, subjects),
  }
}

/** Noun phrases joined by commas and a conjunction, from chunk `i` on; and the chunk after them. */
function coordinatedRight(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  i: number,
  starts: ReadonlyMap<number, number>,
  subjects: ReadonlyMap<number, Subject>,
): [Argument[], number] {
  const list: Argument[] = []
  let at = i
  let after = i
  for (let guard = 0; guard < 30; guard++) {
    const argument = argumentAt(chunks, tokens, at)
    list.push(argument)
    after = at + 1
    while (after < chunks.length && chunks[after]!.end <= argument.end) after++
    let next = after
    if (chunks[next]?.type === 'comma') next++
    if (chunks[next]?.type === 'cc') next++
    const joined =
      next > after && chunks[next]?.type === 'np' && !starts.has(next) && !(chunks[next] as NounPhrase).time
    if (!joined || !closesList(chunks, after, next)) break
    // "two kids, Ana and Leo": names after a number say who they are, they do not go on counting.
    if (
      list.length === 1 &&
      chunks[after]?.type === 'comma' &&
      tokens[argument.np.core]!.pos === 'NUM' &&
      tokens[(chunks[next] as NounPhrase).head]!.pos === 'PROPN' &&
      tokens[argument.np.head]!.pos === 'NOUN'
    )
      break
    if (subjects.has(next + 1) && !subjects.get(next + 1)!.shared && subjects.get(next + 1)!.from === next) break
    at = next
  }
  return [list, after]
}

/** A comma joins noun phrases only where a conjunction follows in the same list; otherwise it opens an apposition. */
function closesList(chunks: readonly Chunk[], from: number, next: number): boolean {
  if (chunks[from]?.type === 'cc' || chunks[from + 1]?.type === 'cc') return true
  let i = next + 1
  for (let guard = 0; guard < 30; guard++) {
    while (chunks[i]?.type === 'prep' && chunks[i + 1]?.type === 'np') i += 2
    if (chunks[i]?.type === 'cc') return chunks[i + 1]?.type === 'np'
    if (chunks[i]?.type !== 'comma') return false
    if (chunks[i + 1]?.type === 'cc') return chunks[i + 2]?.type === 'np'
    if (chunks[i + 1]?.type !== 'np') return false
    i += 2
  }
  return false
}

/** -ing phrases from chunk `i` on, as far as they reach, cut at conjunctions: "hiking in the Alps, sailing and opera". */
function gerundsAt(
  chunks: readonly Chunk[],
  i: number,
  starts: ReadonlyMap<number, number>,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = chunks[i]!.start
  let end = chunks[i]!.end
  let at = i + 1
  for (; at < chunks.length && !starts.has(at); at++) {
    const chunk = chunks[at]!
    if (
      chunk.type === 'np' ||
      chunk.type === 'prep' ||
      chunk.type === 'adj' ||
      chunk.type === 'adv' ||
      (chunk.type === 'vg' && chunk.kind === 'to')
    ) {
      end = chunk.end
      continue
    }
    let next = at + 1
    if (chunk.type === 'comma' && chunks[next]?.type === 'cc') next++
    const other = chunks[next]
    if ((chunk.type !== 'cc' && chunk.type !== 'comma') || starts.has(next)) break
    if (
      !(
        (other?.type === 'vg' && other.kind === 'ing') ||
        (other?.type === 'np' && !other.pronoun && chunk.type === 'cc')
      )
    )
      break
    found.push({ start, end })
    start = other.start
    end = other.end
    at = next
  }
  return [...found, { start, end }]
}

/** To where the clause reaches with what completes it: infinitives, "that" clauses, participles; up to the next clause of its own. */
function fullEnd(chunks: readonly Chunk[], from: number, end: number, subjects: ReadonlyMap<number, Subject>): number {
  let reach = end
  for (let i = from; i < chunks.length; i++) {
    const chunk = chunks[i]!
    if (chunk.type === 'break') break
    if (chunk.type === 'cc' || chunk.type === 'comma') {
      const next = chunks.slice(i + 1).find((c) => c.type !== 'adv' && c.type !== 'cc')
      if (!next || next.type === 'vg' || next.type === 'rel') break
      const at = chunks.indexOf(next)
      const startsClause = [...subjects.values()].some(
        (subject) => subject.from === at && subject.role !== 'complement',
      )
      if (startsClause || next.type === 'sc') break
      if (chunk.type === 'comma') break
    }
    if (chunk.type === 'sc') break
    reach = chunk.end
  }
  return reach
}

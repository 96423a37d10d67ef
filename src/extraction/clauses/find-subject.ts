import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import { why } from '../why.ts'
import { bindingOf, opensParenthesis } from './bindings.ts'
import type { ClauseSearch, ClauseSubject } from './clause.ts'
import { isReducedPassive, reducedRelative, relativeTo } from './reduced-clauses.ts'
import { coordinatedLeft, headOfChain, isSingular, leftToSubject } from './subject-phrase.ts'

interface SubjectContext extends ClauseSearch {
  readonly verbAt: number
  readonly verb: VerbGroup
  /** The chunk left of the verb, over adverbs and quotation marks. */
  readonly i: number
  readonly left: Chunk | undefined
}

interface SubjectRule {
  readonly name: string
  readonly when: (at: SubjectContext) => boolean
  /** The subject, or null where the verb has none of its own. */
  readonly find: (at: SubjectContext) => ClauseSubject | null
}

/** Where the subject of a verb is to be looked for, by what stands left of it. */
const SUBJECTS: readonly SubjectRule[] = [
  { name: 'infinitive', when: ({ verb }) => verb.kind === 'to' || verb.kind === 'imperative', find: () => null },
  {
    name: 'participle-after-noun',
    when: ({ verb }) => verb.kind === 'ing' || verb.kind === 'en',
    find: ({ chunks, i, verb }) => reducedRelative(chunks, i, verb.kind),
  },
  { name: 'nothing-before', when: ({ left }) => left === undefined, find: () => null },
  {
    name: 'reduced-passive',
    when: (at) => at.left!.type === 'np' && isReducedPassive(at, at.i, at.verbAt),
    find: ({ chunks, i }) => reducedRelative(chunks, i, 'en'),
  },
  {
    name: 'shared-with-verb-before',
    when: ({ chunks, i, left }) => left!.type === 'cc' || (left!.type === 'comma' && !opensParenthesis(chunks, i)),
    find: sharedSubject,
  },
  { name: 'relative-word', when: ({ left }) => left!.type === 'rel' || left!.type === 'that', find: relativeSubject },
  { name: 'phrase-before', when: () => true, find: subjectBefore },
]

export function findSubject(search: ClauseSearch, verbAt: number): ClauseSubject | null {
  const { chunks, tokens } = search
  const verb = chunks[verbAt] as VerbGroup
  let i = verbAt - 1
  while (i >= 0 && (chunks[i]!.type === 'adv' || chunks[i]!.type === 'quote')) i--
  const at: SubjectContext = { ...search, verbAt, verb, i, left: chunks[i] }
  const rule = SUBJECTS.find(({ when }) => when(at))!
  const subject = rule.find(at)
  if (why) {
    const words = (from: number, to: number) => tokens.slice(from, to).map(({ text }) => text)
    const found = subject && words(chunks[subject.from]!.start, chunks[subject.to - 1]!.end)
    const about = `${words(verb.start, verb.end).join(' ')}: ${found ? `${found.join(' ')}, ${subject.role} clause` : 'no subject'}`
    why.steps.push({ stage: 'clause', rule: rule.name, about })
  }
  return subject
}

/** "Ana cooks and bakes" */
function sharedSubject({ chunks, tokens, verb, i, left, subjects }: SubjectContext): ClauseSubject | null {
  const previous = [...subjects.keys()].findLast(
    (index) => !chunks.slice(index, i).some(({ type }) => type === 'break'),
  )
  const shared = previous === undefined ? undefined : subjects.get(previous)
  if (!shared || !agrees(chunks[previous!] as VerbGroup, verb, left!)) return null
  const nearest = chunks.findLastIndex((chunk, index) => index < i && chunk.type === 'vg')
  const before = chunks[nearest] as VerbGroup
  // "to express myself and have fun": an infinitive goes on, nobody has fun yet.
  if (verb.bare && (before.kind !== 'finite' || (before.bare && !subjects.has(nearest)))) return null
  const passive = before.passive && /^(?:raised|bred|educated|trained|brought)$/.test(tokens[verb.main]!.lower)
  // "doesn't smoke or drink"; but not "isn't hanging, and use the pad".
  const denied = before.negated && !before.progressive && !before.passive && before.lemma !== 'be'
  const modified = verb.bare && (before.modal !== null || before.chain.length > 0 || denied)
  return { ...shared, shared: true, ...(passive || modified ? { inherits: nearest } : {}) }
}

/** May two verbs joined by "and" or a comma share a subject? */
const agrees = (first: VerbGroup, second: VerbGroup, link: Chunk): boolean =>
  second.kind === 'finite' && (link.type === 'cc' || (first.past === second.past && !second.bare))

/** "the man who lives here" */
function relativeSubject({ chunks, tokens, i, left }: SubjectContext): ClauseSubject | null {
  const marker = tokens[left!.start]!.lower
  let j = i - 1
  while (j >= 0 && /^(?:comma|prep|adv)$/.test(chunks[j]!.type)) j--
  if (marker === 'where' || marker === 'whom' || chunks[j]?.type !== 'np') return null
  // "Wow, John, that's great": after a comma "that" points, it does not relate.
  if (left!.type === 'that' && /^(?:comma|adv)$/.test(chunks[i - 1]?.type ?? '')) return null
  return relativeTo(marker === 'who' ? j : headOfChain(chunks, tokens, j), marker)
}

function subjectBefore(context: SubjectContext): ClauseSubject | null {
  const { chunks, tokens, verbAt, verb } = context
  const at = leftToSubject(context, context.i)
  if (at === null) return null
  const joined = coordinatedLeft(chunks, tokens, at)
  // "her twins Ana and Mia and my sister Kaya is here": one person is.
  const one =
    tokens[(chunks[at] as NounPhrase).head]!.pos === 'PROPN' &&
    /^(?:is|was|has|does|'s)$/.test(tokens[verb.start]!.lower)
  const phrases = one ? [at] : joined
  const doing = chunks[at - 3]
  // "swapping bread and wine saves money": the doing does.
  if (chunks[at - 1]?.type === 'cc' && chunks[at - 2]?.type === 'np' && doing?.type === 'vg' && doing.kind === 'ing')
    return null
  // "the garage at Dover and Main is full": no corner is.
  if (
    chunks[at - 1]?.type === 'cc' &&
    chunks[at - 2]?.type === 'np' &&
    /^(?:at|between)$/.test(tokens[chunks[at - 3]?.start ?? 0]!.lower) &&
    [at, at - 2].every((place) => tokens[(chunks[place] as NounPhrase).head]!.pos === 'PROPN')
  )
    return null
  const from = phrases[0]!
  // "watched their imagination come to life": a base form does not agree with one thing, so it is no verb of its own.
  if (verb.bare && phrases.length === 1 && isSingular(tokens, chunks[from] as NounPhrase)) return null
  let to = at + 1
  while (to + 1 < verbAt && chunks[to]!.type === 'prep' && chunks[to + 1]!.type === 'np') to += 2
  return {
    phrases,
    from,
    to: Math.max(at + 1, Math.min(verbAt, to)),
    ...bindingOf(chunks, tokens, from),
    shared: false,
  }
}

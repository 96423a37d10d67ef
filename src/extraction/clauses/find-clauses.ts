import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import type { Clause, ClauseSubject } from './clause.ts'
import { argumentAt } from './coordination.ts'
import { findSubject } from './find-subject.ts'
import { readComplements } from './read-complements.ts'

/** Finds the clauses of a sentence: each verb group with its subject, objects, complements and how it hangs together with the others. */
export function findClauses(chunks: readonly Chunk[], tokens: readonly Token[]): Clause[] {
  const subjects = new Map<number, ClauseSubject>()
  const starts = new Set<number>()
  const search = { chunks, tokens, subjects, starts }
  for (const [i, chunk] of chunks.entries()) {
    const subject = chunk.type === 'vg' && findSubject(search, i)
    if (subject) subjects.set(i, subject)
  }
  for (const { shared, phrases, antecedent, from } of subjects.values())
    if (!shared && phrases[0] !== antecedent) starts.add(from)
  const clauses = new Map<number, Clause>()
  for (const [at, subject] of subjects) {
    const inherited = subject.inherits === undefined ? null : (chunks[subject.inherits] as VerbGroup)
    const own = chunks[at] as VerbGroup
    const { modal, chain, passive } = inherited ?? own
    // "can type but not write"
    const negated = own.negated || (inherited?.negated ?? false)
    const verb = { ...own, modal, chain, negated, passive }
    const parent = subject.parentChunk === null ? null : (clauses.get(subject.parentChunk) ?? null)
    const right = readComplements(search, at)
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

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
    const { modal, chain, negated, passive } = inherited ?? own
    const verb = { ...own, modal, chain, negated, passive }
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

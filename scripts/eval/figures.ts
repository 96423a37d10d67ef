import type { FoundFact } from './brain.ts'

/** Where the evidence of one question was found. */
export interface Finding {
  readonly category: string
  readonly question: string
  /** The rank of each piece of evidence, from 1; Infinity: not found. */
  readonly ranks: readonly number[]
  readonly facts: readonly FoundFact[]
  readonly evidence: readonly string[]
}

export interface Recall {
  readonly questions: number
  readonly r1: number
  readonly r5: number
  readonly r10: number
  readonly r20: number
  readonly mrr: number
}

/** A fact carries a piece of evidence when its metadata names it; several facts of one turn count once, at the first. */
export function toFinding(
  question: { readonly q: string; readonly category: string; readonly evidence: readonly string[] },
  facts: readonly FoundFact[],
): Finding {
  const carried = facts.map(({ metadata }) => metadata?.turn)
  const ranks = question.evidence.map((id) => {
    const at = carried.indexOf(id)
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1
  })
  return { category: question.category, question: question.q, ranks, facts, evidence: question.evidence }
}

export const recallAt = ({ ranks }: Finding, n: number): number =>
  ranks.filter((rank) => rank <= n).length / Math.max(1, ranks.length)

export function recallOf(findings: readonly Finding[]): Recall {
  const at = (n: number) => mean(findings.map((finding) => recallAt(finding, n)))
  return {
    questions: findings.length,
    r1: at(1),
    r5: at(5),
    r10: at(10),
    r20: at(20),
    mrr: mean(findings.map(({ ranks }) => 1 / Math.min(...ranks))),
  }
}

export function recallByCategory(findings: readonly Finding[]): Record<string, Recall> {
  const groups = Map.groupBy(findings, ({ category }) => category)
  return Object.fromEntries([...groups].sort().map(([category, list]) => [category, recallOf(list)]))
}

export const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length)

export const share = <T>(list: readonly T[], holds: (item: T) => boolean): number =>
  list.filter(holds).length / Math.max(1, list.length)

export function quantile(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

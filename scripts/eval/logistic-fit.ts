import { logistic } from '../../src/domain/ranking/logistic.ts'

export interface Example<Name extends string> {
  readonly features: Readonly<Record<Name, number>>
  readonly is: boolean
  readonly weight: number
}

const STEPS = 40

/** Logistic regression by Newton's method, on the features that are named; the others get 0. */
export function fitLogistic<Name extends string>(
  examples: readonly Example<Name>[],
  names: readonly Name[],
  ridge: number,
): Record<Name, number> {
  const size = names.length
  const rows = examples.map(({ features }) => names.map((name) => features[name]))
  let fit: number[] = new Array<number>(size).fill(0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = fit.map((value) => -ridge * value)
    const hessian = fit.map((_, i) => fit.map((__, j) => (i === j ? ridge : 0)))
    for (const [at, row] of rows.entries()) {
      const { is, weight } = examples[at]!
      const p = logistic(row.reduce((sum, value, i) => sum + value * fit[i]!, 0))
      for (let i = 0; i < size; i++) {
        gradient[i]! += weight * (Number(is) - p) * row[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += weight * p * (1 - p) * row[i]! * row[j]!
      }
    }
    const change = solve(hessian, gradient)
    fit = fit.map((value, i) => value + change[i]!)
  }
  const none = Object.keys(examples[0]?.features ?? {}).map((name) => [name, 0])
  const fitted = names.map((name, i) => [name, Math.round(fit[i]! * 1000) / 1000])
  return Object.fromEntries([...none, ...fitted]) as Record<Name, number>
}

/** Gauss and Jordan; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i]![i]!
    rows[i] = rows[i]!.map((value) => value / pivot)
    for (let k = 0; k < rows.length; k++) {
      const factor = rows[k]![i]!
      if (k !== i) rows[k] = rows[k]!.map((value, j) => value - factor * rows[i]![j]!)
    }
  }
  return rows.map((row) => row.at(-1)!)
}

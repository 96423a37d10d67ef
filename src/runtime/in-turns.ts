import { compute, type Turns } from './turns.ts'

/** Does work that says before each part how many microseconds it takes, in pieces, as its turn comes. `restUs`: about all of it. */
export async function inTurns<T>(
  work: Generator<number, T>,
  turns: Turns,
  restUs: number = Number.POSITIVE_INFINITY,
): Promise<T> {
  const next = () => work.next()
  let step = compute(next)
  while (!step.done) {
    const turn = turns.take(step.value, restUs)
    if (turn) await turn
    step = compute(next)
  }
  return step.value
}

/** Does it in one go. */
export function atOnce<T>(work: Generator<number, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

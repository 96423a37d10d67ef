/** Runs a rule that needs several looks: `load` answers each at once. */
export function driveSync<Look, Answer, Result>(
  rule: Generator<Look, Result, Answer>,
  load: (look: Look) => Answer,
): Result {
  let step = rule.next()
  while (!step.done) step = rule.next(load(step.value))
  return step.value
}

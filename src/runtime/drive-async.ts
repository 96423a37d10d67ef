/** Runs a rule that needs several looks: each waits for what `load` brings. */
export async function driveAsync<Look, Answer, Result>(
  rule: Generator<Look, Result, Answer>,
  load: (look: Look) => Promise<Answer> | Answer,
): Promise<Result> {
  let step = rule.next()
  while (!step.done) step = rule.next(await load(step.value))
  return step.value
}

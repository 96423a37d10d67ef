import type { AbuseCase } from '../abuse/abuse-case.ts'
import { worstIngest } from '../abuse/worst-ingest.ts'
import { runScript } from '../problem.ts'

/** Each starts a service of its own and ends it. */
const cases: readonly AbuseCase[] = [worstIngest]

/** Every case, one after the other; `abuse.ts WORD` runs those whose name has the word. */
await runScript(async () => {
  const [word = ''] = process.argv.slice(2)
  let passed = 0
  let failed = 0
  for (const { name, run } of cases.filter((one) => one.name.includes(word))) {
    const problems = await run().catch((error: unknown) => [`${error}`])
    process.stdout.write(
      `${problems.length === 0 ? '✓' : '✗'} ${name}\n${problems.map((line) => `    ${line}\n`).join('')}`,
    )
    if (problems.length === 0) passed++
    else failed++
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})

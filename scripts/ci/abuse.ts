import type { AbuseCase } from '../abuse/abuse-case.ts'
import { damagedDisk } from '../abuse/damaged-disk.ts'
import { damagedLog } from '../abuse/damaged-log.ts'
import { endlessBodies } from '../abuse/endless-bodies.ts'
import { fullDisk } from '../abuse/full-disk.ts'
import { hostileBodies } from '../abuse/hostile-bodies.ts'
import { hostileImports } from '../abuse/hostile-imports.ts'
import { idleConnections } from '../abuse/idle-connections.ts'
import { movedClock } from '../abuse/moved-clock.ts'
import { newSessions } from '../abuse/new-sessions.ts'
import { noRequests } from '../abuse/no-requests.ts'
import { privateWebhook } from '../abuse/private-webhook.ts'
import { refusedQueries } from '../abuse/refused-queries.ts'
import { slowBodies } from '../abuse/slow-bodies.ts'
import { strangeHosts } from '../abuse/strange-hosts.ts'
import { worstIngest } from '../abuse/worst-ingest.ts'
import { runScript } from '../problem.ts'

/** Each starts a service of its own and ends it. */
const cases: readonly AbuseCase[] = [
  hostileBodies,
  endlessBodies,
  hostileImports,
  refusedQueries,
  idleConnections,
  slowBodies,
  newSessions,
  strangeHosts,
  noRequests,
  movedClock,
  fullDisk,
  damagedDisk,
  damagedLog,
  privateWebhook,
  worstIngest,
]

/** Every case, one after the other; `abuse.ts WORD` runs those whose name has the word. */
await runScript(async () => {
  const [word = ''] = process.argv.slice(2)
  let passed = 0
  let failed = 0
  for (const { name, run } of cases.filter((one) => one.name.includes(word))) {
    const begun = Date.now()
    const problems = await run().catch((error: Error) => [`${error}${error.cause ? ` (${error.cause})` : ''}`])
    process.stdout.write(
      `${problems.length === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)\n${problems.map((line) => `    ${line}\n`).join('')}`,
    )
    if (problems.length === 0) passed++
    else failed++
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})

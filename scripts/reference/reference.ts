import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../src/app.ts'
import { clientOperations, type Reference } from '../client/client-operations.ts'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { createOpenApi } from './openapi.ts'

/** Writes the API reference and the calls of the client anew, from the declarations of the routes. Tests hold the files against them. */
await runScript(async () => {
  const file = 'assets/openapi.json'
  const reference = createOpenApi(routes)
  writeFileSync(join(PROJECT_ROOT, file), `${JSON.stringify(reference, null, 1)}\n`)
  const calls = 'packages/client/src/operations.ts'
  writeFileSync(join(PROJECT_ROOT, calls), clientOperations(reference as unknown as Reference))
  console.log(`Wrote ${file} and ${calls}: ${routes.length} routes.`)
})

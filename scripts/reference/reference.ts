import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../src/app.ts'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { createOpenApi } from './openapi.ts'

/** Writes the API reference anew, from the declarations of the routes. A test holds the file against them. */
await runScript(async () => {
  const file = 'assets/openapi.json'
  writeFileSync(join(PROJECT_ROOT, file), `${JSON.stringify(createOpenApi(routes), null, 1)}\n`)
  console.log(`Wrote ${file}: ${routes.length} routes.`)
})

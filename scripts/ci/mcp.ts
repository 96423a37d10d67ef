import { startService } from '../../test/e2e/service.ts'
import type { Check } from '../mcp/check.ts'
import { checkClients } from '../mcp/clients.ts'
import { checkConformance } from '../mcp/conformance.ts'
import { checkInspector } from '../mcp/inspector.ts'
import { installedTools } from '../mcp/installed-tools.ts'
import { startKeyProxy } from '../mcp/key-proxy.ts'
import { checkTokens } from '../mcp/tokens.ts'
import { runScript } from '../problem.ts'

/** Holds /mcp of a started service against the protocol's own suite, its inspector and its official clients. */
await runScript(async () => {
  const tools = installedTools()
  const started = await startService()
  const service = { url: started.url, folder: started.folder, key: started.key() }
  const proxy = await startKeyProxy(service.url, service.key)
  const checks: Check[] = []
  try {
    checks.push(await checkTokens(tools))
    checks.push(...(await checkConformance(tools, `${proxy.url}/mcp`)))
    checks.push(...(await checkInspector(tools, service)))
    checks.push(...(await checkClients(tools, service)))
  } finally {
    proxy.stop()
    await started.stop('SIGTERM')
  }
  const failed = checks.filter(({ problem }) => problem !== null)
  for (const { name, problem } of checks)
    process.stdout.write(`${problem === null ? '✓' : '✗'} ${name}${problem === null ? '' : `: ${problem}`}\n`)
  process.stdout.write(`${checks.length - failed.length} passed, ${failed.length} failed\n`)
  if (failed.length > 0) process.exitCode = 1
})

import { rmSync } from 'node:fs'
import { newFolder } from '../servers/server.ts'
import { barDamaged } from '../start/bar-damaged.ts'
import { bundleWorker } from '../start/bundle.ts'
import { startRuntime } from '../start/runtime.ts'
import { writeRuntimeConfig } from '../start/runtime-config.ts'
import { readServiceConfig } from '../start/service-config.ts'
import { openServiceLog } from '../start/service-log.ts'
import { openStateFolder } from '../state-folder.ts'
import { readWorkerSettings } from '../worker-settings.ts'

/** The service in a folder of its own, to be started as often as it is killed. */
export async function prepareLocalService(
  environment: Readonly<Record<string, string>>,
  given: { readonly privateWebhooks?: boolean } = {},
) {
  const folder = openStateFolder(newFolder('faults'))
  const settings = readWorkerSettings()
  const variables = readServiceConfig(folder, settings, environment)
  const modules = await bundleWorker(folder.worker, variables)
  const configPath = writeRuntimeConfig({
    folder,
    settings,
    modules,
    variables: Object.keys(variables),
    privateWebhooks: given.privateWebhooks ?? variables.WEBHOOK_ALLOW_PRIVATE === 'true',
    address: '127.0.0.1:0',
  })
  const log = openServiceLog(folder.log, false)
  return {
    folder,
    adminToken: variables.ADMIN_TOKEN!,
    launch: () => startRuntime({ folder, configPath, variables, log, damaged: barDamaged(folder) }),
    /** `BRAIN_DEBUG` keeps what it wrote. */
    close() {
      log.close()
      if (process.env.BRAIN_DEBUG) process.stdout.write(`state kept in ${folder.path}\n`)
      else rmSync(folder.path, { recursive: true, force: true })
    },
  }
}

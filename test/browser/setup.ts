import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startedService } from '../../scripts/abuse/started-service.ts'
import { chromiumOptions } from '../../scripts/console/chromium.ts'
import { tellDemoLife } from '../../scripts/console/demo-life.ts'
import { createServiceClient } from '../../scripts/service-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the service is, the operator's token, and the key of an account that has lived a little. */
    readonly service: { readonly url: string; readonly token: string; readonly key: string; readonly printed: string }
    readonly browser: string
  }
}

/** One service, started as `npm start` does, and one browser for all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [service, browser] = await Promise.all([startedService(), chromium.launchServer(chromiumOptions())])
  const { url, token, key } = service
  await tellDemoLife(createServiceClient(url, { key }))
  project.provide('service', { url, token, key, printed: service.output() })
  project.provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await service.stop()
  }
}

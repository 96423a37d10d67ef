import type { Connect } from '../http/middleware/request.ts'
import { lazy } from '../runtime/lazy.ts'
import { lifecycleOf } from './lifecycle.ts'

/**
 * What the platform calls. Objects live in isolates of their own, each of which runs the Worker's module first: routes, schemas, pipelines and the
 * adapters of other services are loaded by the first request, so that the start of an object does not wait for them.
 */
export function createWorker(loadConnect: () => Promise<{ readonly connect: Connect }>) {
  const load = lazy(async () => {
    const [{ createService }, { connect }] = await Promise.all([import('./service.ts'), loadConnect()])
    return createService(connect)
  })
  const handlers = {
    async fetch(request, env, context): Promise<Response> {
      return (await load()).fetch(request, env, context)
    },
    async scheduled({ scheduledTime }, env): Promise<void> {
      await (await load()).beginRound(env, scheduledTime)
    },
  } satisfies ExportedHandler<Env>
  return { handlers, Lifecycle: lifecycleOf(load) }
}

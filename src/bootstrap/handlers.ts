import type { Service } from './service.ts'

/**
 * Objects live in isolates of their own, each of which runs the Worker's module first: routes, schemas, pipelines and the adapters of other
 * services are loaded by the first request, so that the start of an object does not wait for them.
 */
export const handlersOf = (load: () => Promise<Service>) =>
  ({
    async fetch(request, env, context): Promise<Response> {
      return (await load()).fetch(request, env, context)
    },
    async scheduled({ scheduledTime }, env): Promise<void> {
      await (await load()).beginRound(env, scheduledTime)
    },
  }) satisfies ExportedHandler<Env>

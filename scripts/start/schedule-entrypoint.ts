import { WorkerEntrypoint } from 'cloudflare:workers'

/**
 * The hourly schedule of a local service. Cloudflare calls `scheduled` by itself; here the start process asks for it over a socket in the
 * state folder, the only place where this entrypoint can be reached.
 */
export const scheduleOf = (worker: ExportedHandler<Env>) =>
  class Schedule extends WorkerEntrypoint<Env> {
    override async fetch(request: Request): Promise<Response> {
      const { cron, scheduledTime } = (await request.json()) as { cron: string; scheduledTime: number }
      const controller = { cron, scheduledTime, noRetry: () => undefined } as ScheduledController
      await worker.scheduled?.(controller, this.env, this.ctx)
      return new Response(null, { status: 204 })
    }
  }

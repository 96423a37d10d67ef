import { WorkerEntrypoint } from 'cloudflare:workers'
import worker from '../../src/worker.ts'

export * from '../../src/worker.ts'
export default worker

/**
 * The hourly schedule of a local service. Cloudflare calls `scheduled` by itself; here the start process asks for it over a socket in the
 * state folder, the only place where this entrypoint can be reached.
 */
export class Schedule extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    const { cron, scheduledTime } = (await request.json()) as { cron: string; scheduledTime: number }
    const controller = { cron, scheduledTime, noRetry: () => undefined } as ScheduledController
    const handler: ExportedHandler<Env> = worker
    await handler.scheduled?.(controller, this.env, this.ctx)
    return new Response(null, { status: 204 })
  }
}

import { DurableObject } from 'cloudflare:workers'

/** The least that a request to a Durable Object costs: what everything else is held against. */
export class Noop extends DurableObject {
  nothing(): string {
    return 'nothing'
  }
}

interface NoopEnv {
  readonly NOOP: DurableObjectNamespace<Noop>
}

export default {
  async fetch(_request: Request, env: NoopEnv): Promise<Response> {
    return new Response(await env.NOOP.getByName('one').nothing())
  },
} satisfies ExportedHandler<NoopEnv>

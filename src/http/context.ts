import type { VerifiedKey } from '../domain/account/api-key.ts'
import type { Bound } from '../domain/account/persona.ts'
import type { Standing } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import type { Span } from '../ports/span-exporter.ts'
import type { Trace } from '../runtime/trace.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** Fields that are not known and look like some that are, in a sentence each. */
  readonly ignored: readonly string[]
}

/** What a request carries on its way. `c.get` takes one of these; `c.var` would copy them all each time. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    requestId: string
    /** The clock stands still inside one request: everything it writes carries this time (ms since the epoch). */
    now: number
    trace: Trace
    ports: Ports
    body: Uint8Array
    /** What the route's schemas made of the request; not there before they did. */
    input: Input | undefined
    /** What was started beside the admission. */
    prefetched: Promise<unknown> | undefined
    key: VerifiedKey
    /** The personas that the key is bound to, as it is thought before the admission and known after it. */
    bound: Bound | undefined
    /** The change that must happen once, as the account and as the store know it; `happened`: the store says that it did. */
    once:
      | {
          readonly id: string
          readonly change: string
          readonly happened: boolean
          readonly reservedAt: number | undefined
        }
      | undefined
    /** Gives back the place that the request takes among those of its namespace. */
    leave: (() => void) | null | undefined
    /** Set when the key is good: the source of the rate-limit headers and of `tier` in the log line. */
    standing: Standing | undefined
    /** Makes the spans of the request, at its end; not there where nobody wants them. */
    spans: (() => Promise<Span[]>) | undefined
    /** Work that nobody waits for: it starts when the answer is ready. */
    later: (() => Promise<unknown>)[]
    /** Operations that were spent; of these what is given back of a success, and what a refusal does not give back, since it was stored. */
    opsSpent: number
    opsWasted: number
    opsKept: number
  }
}

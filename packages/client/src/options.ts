export interface ClientOptions {
  /** Where the service is: `https://brain.example.org`, `http://localhost:8787`. A path before the calls' own is kept. */
  readonly url: string
  /** Of the account whose memory it is. */
  readonly apiKey?: string | undefined
  /** The operator's, for `client.admin` alone. */
  readonly adminToken?: string | undefined
  /** For one attempt, 30,000 unless given; of an export, for each part of it. `Infinity`: as long as it takes. */
  readonly timeoutMs?: number | undefined
  /** How often a call that failed in passing is tried again, 2 unless given. */
  readonly maxRetries?: number | undefined
  /** The longest that a call waits because the service asks to, 60,000 unless given; asked for longer, it fails at once. */
  readonly maxRetryAfterMs?: number | undefined
  /** In the place of the platform's own. */
  readonly fetch?: typeof fetch | undefined
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sees every answer before it is read: for `X-Ops-Remaining`, `Server-Timing` and the like. */
  readonly onResponse?: ((response: Response) => void) | undefined
}

/** What may be said of one call. */
export interface CallOptions {
  /** Ends the call, and the waiting before another try. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  readonly maxRetryAfterMs?: number | undefined
  /** What makes a change happen once; one of its own for each call unless given. The same is sent at every try. */
  readonly idempotencyKey?: string | undefined
  /** Changes a memory only while it is in this `version`; else the call fails with a ConflictError. */
  readonly ifMatch?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

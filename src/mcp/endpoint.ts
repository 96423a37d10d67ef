import type { RouteCall, Tool } from './tool.ts'

/** What a message is answered by: the tools and the persona of the path that it came on, and the service for one caller. */
export interface Endpoint {
  readonly tools: readonly Tool[]
  /** The only persona that is seen and written here; null: those of the key. */
  readonly persona: string | null
  readonly origin: string
  /** The service's version. */
  readonly version: string
  /** Answers as the route itself would: with its own admission, charge, limits and errors. `said` is what a client says in headers elsewhere. */
  call(route: RouteCall, said?: Readonly<Record<string, string>>): Promise<Response>
  /** Notes for the log what was asked for, in words of ours. */
  note(name: 'method' | 'tool', value: string): void
}

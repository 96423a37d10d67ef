import type * as z from 'zod/mini'

/** What the API reference says of an endpoint. The schemas are the ones that validate. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly id: string
  readonly tag: 'memory' | 'service' | 'admin'
  readonly summary: string
  readonly description?: string
  readonly request?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** What success answers with; its status is 200 unless said otherwise. */
  readonly response: z.ZodMiniType
  readonly status?: 200 | 201
  readonly example?: unknown
  /** Statuses besides those that all routes of its kind share. */
  readonly errors?: readonly number[]
}

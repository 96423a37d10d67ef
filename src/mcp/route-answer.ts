import { KeyRefused } from './key-refused.ts'

/** What a route answered, or how it refused. */
export type RouteAnswer = { readonly ok: unknown } | { readonly refused: Refusal }

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly retryAfterSeconds: number | null
}

/** A key that is not taken is a matter of HTTP: clients ask for another when they are told so there. */
export async function readRouteAnswer(response: Response): Promise<RouteAnswer> {
  if (response.status === 401) throw new KeyRefused(response)
  const body = (await response.json()) as Record<string, unknown>
  if (response.ok) return { ok: body }
  const retryAfter = response.headers.get('retry-after')
  return {
    refused: {
      status: response.status,
      code: String(body.code),
      detail: String(body.detail),
      retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
    },
  }
}

/** What was asked, as the service would see it. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | null
}

export type Answer = Response | Error | (() => Response | Promise<Response>)

/** A fetch that gives these answers, one after the other and the last for ever, and keeps what was asked. */
export function scriptedFetch(...answers: readonly Answer[]): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = []
  const scripted = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : (init.body as string | null)
    asked.push({
      method: init.method ?? 'GET',
      url: String(url),
      headers: new Headers(init.headers),
      body: body ?? null,
    })
    init.signal?.throwIfAborted()
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer() : answer.clone()
  }
  return { fetch: scripted as typeof fetch, asked }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A refusal, as the service words one. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ detail: `It is ${code}.`, code }, status, { 'x-request-id': 'r-1', ...headers })

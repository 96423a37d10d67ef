import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Every error that the service answers with: the one table of codes, their statuses and what they mean. A code never changes. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    about: 'A part of the request breaks its rule; `detail` names each field and its rule.',
  },
  batch_too_large: { status: 400, about: 'The batch has more items than the plan takes.' },
  invalid_key: { status: 401, about: 'The API key is missing, invalid or inactive.' },
  invalid_token: { status: 401, about: 'The operator token is missing or wrong.' },
  insufficient_scope: { status: 403, about: 'The key may not do this: it lacks the scope.' },
  persona_not_allowed: { status: 403, about: 'The key is bound to other personas.' },
  origin_not_allowed: { status: 403, about: 'A page of that `Origin` may not speak to `/mcp`.' },
  plan_too_low: { status: 403, about: "The feature is not on the caller's plan." },
  not_found: { status: 404, about: 'There is no such route, account, key, memory, version or name.' },
  method_not_allowed: { status: 405, about: 'The path takes another method; `Allow` names it.' },
  conflict: {
    status: 409,
    about: 'The name is taken, the memory is not in a state for this, or the deployment cannot do this.',
  },
  version_mismatch: { status: 412, about: 'The memory is at another version than `If-Match` names.' },
  idempotency_key_in_use: {
    status: 409,
    about: 'The request of this `Idempotency-Key` is still under way; `Retry-After` says when to ask again.',
  },
  idempotency_key_reused: { status: 422, about: 'The `Idempotency-Key` was used for another request.' },
  body_too_large: { status: 413, about: 'The body is larger than 2 MB.' },
  rate_limit_exceeded: {
    status: 429,
    about: 'The key has made its requests of this minute; `Retry-After` says when to go on.',
  },
  monthly_limit_exceeded: { status: 429, about: 'The call costs more operations than are left this month.' },
  internal: { status: 500, about: 'A bug on our side; quote the request id.' },
  loading: { status: 503, about: 'The models are still loading.' },
  overloaded: { status: 503, about: 'The namespace has more to do than it can take; retry shortly.' },
  store_unavailable: { status: 503, about: 'A store does not answer; retry shortly.' },
  storage_full: {
    status: 503,
    about: 'There is no room to store anything; what is stored can be read. It goes on by itself once there is room.',
  },
  storage_damaged: {
    status: 503,
    about: "What this account stored is damaged; its operator has to restore it. Other accounts' calls are answered.",
  },
  llm_unavailable: { status: 503, about: 'The LLM did not answer, or answered nonsense.' },
  misconfigured: { status: 503, about: 'The deployment is not configured rightly; its operator has to mend it.' },
} as const satisfies Record<string, { readonly status: ContentfulStatusCode; readonly about: string }>

export type AnswerCode = keyof typeof ERRORS

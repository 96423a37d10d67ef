import { settle } from '../http/inner-request.ts'
import type { RouteCall } from './tool.ts'

/** Of the caller's request, what the route has to know of him. */
const PASSED_ON = ['x-api-key', 'authorization', 'idempotency-key', 'traceparent', 'tracestate']

/** The request that the route would have got from the caller himself; `said` is what he said otherwise than in headers. */
export function toRequest(
  caller: Request,
  route: RouteCall,
  said: Readonly<Record<string, string>>,
  settled: Parameters<typeof settle>[1],
): Request {
  const url = new URL(route.path, caller.url)
  for (const [name, value] of Object.entries(route.query ?? {}))
    if (value != null) url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const headers = new Headers()
  for (const name of PASSED_ON) {
    const value = caller.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  for (const [name, value] of Object.entries({ ...route.headers, ...said })) headers.set(name, headerValue(value))
  if (route.body) headers.set('content-type', 'application/json')
  const body = route.body ? { body: JSON.stringify(route.body) } : {}
  const request = new Request(url, { method: route.method, headers, ...body })
  settle(request, settled)
  return request
}

/** What no header can carry is nothing there, which the route refuses in its own words. */
const headerValue = (value: string): string => (/^[\x20-\x7e]*$/.test(value) ? value : '')

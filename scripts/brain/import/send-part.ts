import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import type { Reply, ServiceClient } from '../../service-client.ts'

/** What the service says of a part. */
export interface PartReport {
  readonly texts: number
  readonly imported: number
  readonly restated: number
  readonly already_imported: number
  readonly failed: number
  readonly unreadable: number
  readonly skipped: number
  readonly problems: readonly { readonly at: string; readonly detail: string }[]
  readonly facts_ingested: number
  readonly operations: number
}

const TRIES = 8
/** The second: a service that went away still counts the part as under way, for a minute. */
const PASSING_CODES = new Set<unknown>(['rate_limit_exceeded', 'idempotency_key_in_use'])
const LONGEST_WAIT_S = 65

/**
 * Sends a part until it is answered: a part that is sent again changes nothing, so that a service that was busy, went away or was started
 * again in between does no harm. The key has it paid for once, since a service that goes away has charged for the part already. It is a new one
 * for every part: what was imported may be erased, and the same file brings it back.
 */
export async function sendPart(
  client: ServiceClient,
  path: string,
  text: string,
  waitingFor: (what: string) => void,
): Promise<PartReport> {
  const once: Record<string, string> = path.includes('dry_run=true') ? {} : { 'idempotency-key': randomUUID() }
  const headers = { 'content-type': 'application/x-ndjson', ...once }
  for (let tried = 1; ; tried++) {
    const reply = await client.ask('POST', path, text, headers).catch((error: unknown) => {
      if (!(error instanceof Problem) || tried >= TRIES) throw error
      return null
    })
    if (reply && reply.status < 300) return reply.body as PartReport
    const code = (reply?.body as { code?: string } | null)?.code
    const isPassing = reply === null || reply.status >= 500 || PASSING_CODES.has(code)
    if (!isPassing || tried >= TRIES) throw new Problem(sentenceOf(reply))
    const seconds = Math.min(LONGEST_WAIT_S, Number(reply?.headers.get('retry-after')) || 2 ** (tried - 1) / 2)
    waitingFor(
      code === 'rate_limit_exceeded' ? `waiting ${seconds} s for the plan's next minute` : 'waiting for the service',
    )
    await sleep(seconds * 1000)
  }
}

function sentenceOf(reply: Reply | null): string {
  const detail = (reply?.body as { detail?: unknown } | null)?.detail
  return typeof detail === 'string' ? `${detail} (${reply!.status})` : `The service answered with ${reply?.status}.`
}

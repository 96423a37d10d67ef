import { randomBase62 } from '../../domain/base62.ts'
import { BrainError } from '../../domain/errors.ts'
import { contentId } from '../../domain/statement/content-id.ts'
import type { EventType } from '../../domain/webhook/events.ts'
import { newWebhookSecret } from '../../domain/webhook/sign-webhook.ts'
import { problemWithWebhookUrl } from '../../domain/webhook/webhook-url.ts'
import type { Author } from '../../ports/journal.ts'
import type { Ports } from '../../ports/ports.ts'
import { MAX_WEBHOOKS, type Webhook } from '../../ports/webhooks.ts'
import { DAY_MS } from '../../runtime/duration.ts'

type Deps = Pick<Ports, 'config' | 'webhooks' | 'journal'>

interface Change {
  readonly account: string
  readonly now: number
  readonly by: Author
  /** Names the change, where it must happen once. */
  readonly once?: string | null
}

/** A receiver has this long to learn the new secret. */
const FORMER_SECRET_MS = DAY_MS

/** The outbox first: were the store told first and this failed, it would wake an outbox without webhooks, for nothing but for ever. */
export async function addWebhook(
  { config, webhooks, journal }: Deps,
  { account, now, once, by }: Change,
  wanted: { readonly url: string; readonly events: readonly EventType[]; readonly description: string | null },
): Promise<Webhook & { readonly secret: string }> {
  const problem = problemWithWebhookUrl(wanted.url, config.webhooks.allowPrivate)
  if (problem) throw new BrainError('invalid-request', `url: ${problem}`)
  const secret = newWebhookSecret()
  // Asked for again it is the same webhook, with the secret that is shown now.
  const id = `wh_${once ? (await contentId(once)).replaceAll('-', '') : randomBase62(12)}`
  const added = await webhooks.add(account, { ...wanted, id, secret, now })
  if (added === 'too-many') throw new BrainError('conflict', `An account has at most ${MAX_WEBHOOKS} webhooks.`)
  await journal.watch(account, { now, watched: true, by })
  return { ...added, secret }
}

export async function removeWebhook(
  { webhooks, journal }: Deps,
  { account, now, by }: Change,
  id: string,
): Promise<void> {
  const left = found(await webhooks.remove(account, id))
  await journal.watch(account, { now, watched: left > 0, by })
}

export async function rotateWebhook(
  { webhooks, journal }: Deps,
  { account, now, by }: Change,
  id: string,
): Promise<Webhook & { readonly secret: string; readonly formerUntil: number }> {
  const secret = newWebhookSecret()
  const formerUntil = now + FORMER_SECRET_MS
  const rotated = found(await webhooks.rotate(account, id, { secret, until: formerUntil }))
  await journal.watch(account, { now, watched: true, by })
  return { ...rotated, secret, formerUntil }
}

export function found<T>(value: T | null): T {
  if (value === null) throw new BrainError('not-found', 'There is no such webhook.')
  return value
}

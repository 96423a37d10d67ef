import { signWebhook } from '../../domain/webhook/sign-webhook.ts'
import { problemWithWebhookUrl } from '../../domain/webhook/webhook-url.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Parcel, ParcelOutcome } from '../../ports/webhooks.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'

/** More connections than these the platform would make wait, and their time would run. */
const CONCURRENT_PARCELS = 6
const ANSWER_MS = 10_000
/** A receiver that is gone for good says so. */
const GONE = 410

type Deps = Pick<Ports, 'config' | 'clock' | 'outgoing'>

/** Sends each parcel once, and says of those that failed when to try again. */
export const deliver = (deps: Deps, parcels: readonly Parcel[]): Promise<ParcelOutcome[]> =>
  mapConcurrent(parcels, CONCURRENT_PARCELS, async (parcel) => {
    const { answerStatus, error } = await send(deps, parcel)
    const delivered = answerStatus !== null && answerStatus >= 200 && answerStatus < 300
    const isOver = delivered || answerStatus === GONE
    return { delivered, answerStatus, error, retryAfterMs: isOver ? null : delayAfter(deps, parcel.attempts) }
  })

/** Spread by a tenth, so that what failed together does not come back together. */
function delayAfter({ config }: Deps, attempts: number): number | null {
  const delay = config.webhooks.retryDelaysMs[attempts]
  return delay === undefined ? null : Math.round(delay * (0.9 + Math.random() * 0.2))
}

async function send(
  { config, clock, outgoing }: Deps,
  { url, secrets, event, body }: Parcel,
): Promise<Pick<ParcelOutcome, 'answerStatus' | 'error'>> {
  const problem = problemWithWebhookUrl(url, config.webhooks.allowPrivate)
  if (problem) return { answerStatus: null, error: `url: ${problem}` }
  const signed = await signWebhook(secrets, { id: event, body, nowSeconds: Math.floor(clock() / 1000) })
  try {
    const response = await outgoing.fetch(url, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'edge-brain' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    // Only the status counts: nothing of what a stranger's server says is read.
    await response.body?.cancel()
    const isRedirect = response.status >= 300 && response.status < 400
    return { answerStatus: response.status, error: isRedirect ? 'redirects are not followed' : null }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return { answerStatus: null, error: isLate ? 'no answer within 10 s' : 'could not be reached' }
  }
}

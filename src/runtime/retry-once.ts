import { pause as sleep } from './pause.ts'

/** What to do about a failed attempt: try once more after a pause, or give up. */
export type Verdict = { readonly retryAfterMs: number } | 'give-up'

/** Does something that may fail, and once more where `judge` expects that to help; the second attempt is told why the first failed. */
export async function retryOnce<T>(
  attempt: (earlier: unknown) => Promise<T>,
  judge: (error: unknown) => Verdict,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<T> {
  try {
    return await attempt(undefined)
  } catch (error) {
    const verdict = judge(error)
    if (verdict === 'give-up') throw error
    await pause(verdict.retryAfterMs)
    return attempt(error)
  }
}

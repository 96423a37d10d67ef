import type { AbuseCase } from './abuse-case.ts'
import { abuseService } from './abused-service.ts'

const LONG = { query: 'Which of the many things that I told you about my travels do you still know? '.repeat(128) }
const AT_ONCE = 40
const ASKED = 20
/** What a retrieve may take beside the attack. Encoding one such query takes longer than that for all of them. */
const MOST_MS = 1_000

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < ASKED; n++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return taken
}

/** Keys that are refused ask for much at once, while somebody else asks for little. */
export const refusedQueries: AbuseCase = {
  name: 'long queries of revoked and over-rate keys make nobody else wait',
  run: () =>
    abuseService(async ({ operator, newTenant }) => {
      const neighbour = await newTenant('enterprise')
      const revoked = await newTenant('free')
      const overRate = await newTenant('free')
      const ask = () => neighbour.client.get('POST', '/brain/retrieve', { query: 'Where do I live?' })
      await neighbour.client.get('POST', '/brain/ingest', { text: 'I live in Lisbon.' })
      await operator.get('DELETE', `/admin/accounts/${revoked.account}/keys/${revoked.keyId}`)
      for (let n = 0; n < 10; n++) await overRate.client.ask('POST', '/brain/stats', { user_id: 'x' })

      const idle = await times(ask)
      let attacking = true
      const statuses = new Map<number, number>()
      const attackers = Array.from({ length: AT_ONCE }, async (_, n) => {
        const { client } = n % 2 === 0 ? revoked : overRate
        while (attacking) {
          const { status } = await client.ask('POST', '/brain/retrieve', LONG)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      const beside = await times(ask)
      attacking = false
      await Promise.all(attackers)
      const [slowest, usual] = [Math.max(...beside), idle.sort((a, b) => a - b)[ASKED / 2]!]
      const others = [...statuses.keys()].filter((status) => status !== 401 && status !== 429)
      return [
        ...(slowest <= MOST_MS
          ? []
          : [`a retrieve took ${slowest.toFixed(0)} ms beside it, ${usual.toFixed(0)} alone`]),
        ...others.map((status) => `a refused key was answered with ${status}`),
      ]
    }),
}

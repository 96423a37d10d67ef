import { installation } from '#installation'
import type { ServiceClient } from '../service-client.ts'
import type { StateFolder } from '../state-folder.ts'

interface Page {
  readonly embedder: string
  readonly embedded: number
  readonly left: number
}

interface ReEmbedOptions {
  readonly operator: ServiceClient
  readonly folder: Pick<StateFolder, 'read' | 'write'>
  readonly say: (sentence: string) => void
  readonly isStopping: () => boolean
}

/**
 * After an update that brings another encoder, what is remembered has vectors that the new one cannot be compared with. All accounts are given
 * new ones, once; the folder keeps whose vectors they have. Whatever fails is tried again at the next start.
 */
export async function reEmbedAll({ operator, folder, say, isStopping }: ReEmbedOptions): Promise<void> {
  const kept = folder.read('embedder')
  const page = (account: string) => operator.get<Page>('POST', `/admin/accounts/${account}/reembed`)
  let embedder: string | null = null
  let embedded = 0
  try {
    for await (const { account, name } of accountsOf(operator)) {
      let reply = await page(account)
      embedder = reply.embedder
      // The first tells which embedder there is now: where it is the one of before, so it is for all.
      if (embedder === kept && reply.embedded === 0) return
      if (reply.left > 0) say(`There is a new encoder: what ${name ?? account} remembers gets its vectors.`)
      for (; reply.left > 0 && !isStopping(); reply = await page(account)) embedded += reply.embedded
      if (isStopping()) return
      embedded += reply.embedded
    }
    if (embedder !== null && embedder !== kept) folder.write('embedder', embedder)
    if (embedded > 0) say(`${embedded} memories have vectors of ${embedder}.`)
  } catch (error) {
    if (isStopping()) return
    const reason = error instanceof Error ? error.message : String(error)
    say(
      `Not everything has vectors of the encoder yet (${reason}). It is tried again at the next start, or with: ${installation.brain} reembed ACCOUNT`,
    )
  }
}

async function* accountsOf(operator: ServiceClient): AsyncGenerator<{ account: string; name: string | null }> {
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const list: { accounts: { account: string; name: string | null }[]; cursor: string | null } = await operator.get(
      'GET',
      `/admin/accounts?limit=100${from}`,
    )
    yield* list.accounts
    cursor = list.cursor
  } while (cursor !== null)
}

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
 * new ones, once; the folder keeps whose vectors they have. Whatever fails is tried again at the next start, and holds up no other account.
 */
export async function reEmbedAll({ operator, folder, say, isStopping }: ReEmbedOptions): Promise<void> {
  const kept = folder.read('embedder')
  let embedder: string | null = null
  let embedded = 0
  const failures: string[] = []
  const noteFailure = (error: unknown) => failures.push(error instanceof Error ? error.message : String(error))

  async function reEmbed(account: string, name: string | null): Promise<'go on' | 'all is done'> {
    const page = () => operator.get<Page>('POST', `/admin/accounts/${account}/reembed`)
    let reply = await page()
    embedder = reply.embedder
    // The first tells which embedder there is now: where it is the one of before, so it is for all.
    if (embedder === kept && reply.embedded === 0) return 'all is done'
    if (reply.left > 0) say(`There is a new encoder: what ${name ?? account} remembers gets its vectors.`)
    for (; reply.left > 0 && !isStopping(); reply = await page()) embedded += reply.embedded
    embedded += reply.embedded
    return 'go on'
  }

  try {
    for await (const { account, name } of accountsOf(operator)) {
      if ((await reEmbed(account, name).catch(noteFailure)) === 'all is done') return
      if (isStopping()) return
    }
  } catch (error) {
    noteFailure(error)
  }
  if (isStopping()) return
  if (embedded > 0) say(`${embedded} ${embedded === 1 ? 'memory has' : 'memories have'} vectors of ${embedder}.`)
  if (failures.length > 0)
    say(
      `Not everything has vectors of the encoder yet (${failures[0]}). It is tried again at the next start, or with: ${installation.brain} reembed ACCOUNT`,
    )
  else if (embedder !== null && embedder !== kept) folder.write('embedder', embedder)
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

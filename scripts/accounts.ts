import type { ServiceClient } from './service-client.ts'

export interface ReEmbedded {
  readonly embedder: string
  readonly embedded: number
  readonly left: number
}

/** All accounts, page by page. */
export async function* everyAccount<Account>(operator: ServiceClient): AsyncGenerator<Account> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await operator.get<{ accounts: Account[]; cursor: string | null }>(
      'GET',
      `/admin/accounts?limit=100${query}`,
    )
    yield* page.accounts
    cursor = page.cursor
  }
}

/** Gives what an account remembers the vectors of the embedder to come, and tells of each call until nothing is left. */
export async function* reEmbedAccount(operator: ServiceClient, account: string): AsyncGenerator<ReEmbedded> {
  let reply: ReEmbedded
  do {
    reply = await operator.get<ReEmbedded>('POST', `/admin/accounts/${encodeURIComponent(account)}/reembed`)
    yield reply
  } while (reply.left > 0)
}

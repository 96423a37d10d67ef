import { installation } from '#installation'
import { everyAccount, reEmbedAccount } from '../accounts.ts'
import { FIRST_ACCOUNT } from '../first-account.ts'
import type { ServiceClient } from '../service-client.ts'
import type { StateFolder } from '../state-folder.ts'

interface Account {
  readonly account: string
  readonly name: string | null
}

interface ReEmbedOptions {
  readonly operator: ServiceClient
  readonly folder: Pick<StateFolder, 'read' | 'write'>
  /** Nothing was remembered in the folder before this start. */
  readonly isFresh: boolean
  /** To list all accounts opens some two hundred files. */
  readonly mayList: boolean
  readonly say: (sentence: string) => void
  readonly isStopping: () => boolean
}

/**
 * After an update that brings another encoder, what is remembered has vectors that the new one cannot be compared with. All accounts are given
 * new ones, once; the folder keeps whose vectors they have. Whatever fails is tried again at the next start, and holds up no other account.
 */
export async function reEmbedAll(options: ReEmbedOptions): Promise<void> {
  const { operator, folder, isFresh, mayList, say, isStopping } = options
  const kept = folder.read('embedder')
  let embedder: string | null = null
  let embedded = 0
  const failures: string[] = []

  async function reEmbed(account: string, name: string): Promise<void> {
    try {
      let isFirst = true
      for await (const page of reEmbedAccount(operator, account)) {
        if (isFirst && page.left > 0) say(`There is a new encoder: what ${name} remembers gets its vectors.`)
        isFirst = false
        embedder = page.embedder
        embedded += page.embedded
        if (isStopping()) return
      }
    } catch (error) {
      failures.push(reasonOf(error))
    }
  }

  await reEmbed(FIRST_ACCOUNT, FIRST_ACCOUNT)
  // It tells which encoder there is now: where that is the one of before, all have its vectors.
  const isAllDone = () => isFresh || (embedder !== null && embedder === kept)
  if (!isAllDone() && mayList && !isStopping()) {
    failures.length = 0
    try {
      for await (const { account, name } of everyAccount<Account>(operator)) {
        if (isStopping()) return
        await reEmbed(account, name ?? account)
      }
    } catch (error) {
      failures.push(reasonOf(error))
    }
  }
  if (isStopping()) return
  if (embedded > 0) say(`${embedded} ${embedded === 1 ? 'memory has' : 'memories have'} vectors of ${embedder}.`)
  if (failures.length > 0)
    say(
      `Not everything has vectors of the encoder yet (${failures[0]}). It is tried again at the next start, or with: ${installation.brain} reembed ACCOUNT`,
    )
  else if (embedder !== null && embedder !== kept && (isFresh || mayList)) folder.write('embedder', embedder)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

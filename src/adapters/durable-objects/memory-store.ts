import { regionOfAccount } from '../../domain/account/region.ts'
import { BrainError } from '../../domain/errors.ts'
import type { EntityRegister } from '../../ports/entity-register.ts'
import type { Journal } from '../../ports/journal.ts'
import type { MemoryRecords } from '../../ports/memory-records.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { Portable } from '../../ports/portable.ts'
import type { ReEmbeddable } from '../../ports/re-embeddable.ts'
import type { Rewindable } from '../../ports/rewindable.ts'
import { metrics } from '../../runtime/metrics.ts'
import type { Trace } from '../../runtime/trace.ts'
import { unpackRecollection } from './recollection-rows.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Answer, Refusal, Vault } from './vault.ts'
import { MAX_WAIT_MS, ON_TIME } from './wait-limit.ts'

interface Parts {
  readonly vaults: DurableObjectNamespace<Vault>
  /** The encoder in use: a namespace of another one's vectors is refused. */
  readonly embedderId: () => string
  readonly roundTrip: RoundTrip
  readonly trace: Trace
}

/** A MemoryStore in Durable Objects: one vault a namespace, one round trip a call. */
export function createEmbeddedMemoryStore({
  vaults,
  embedderId,
  roundTrip,
  trace,
}: Parts): MemoryStore &
  MemoryRevisions &
  EntityRegister &
  MemoryRecords &
  Portable &
  ReEmbeddable &
  Rewindable &
  Journal {
  const vaultOf = (namespace: string) => vaults.getByName(namespace, { locationHint: regionOfAccount(namespace) })

  const visit = <T>(namespace: string, call: (vault: ReturnType<typeof vaultOf>) => Promise<T>): Promise<T> =>
    roundTrip(() => call(vaultOf(namespace)), {
      name: () => `Vault/${vaults.idFromName(namespace)}`,
      isSound: () => vaultOf(namespace).isSound(),
    })

  async function ask<T>(
    namespace: string,
    call: (vault: ReturnType<typeof vaultOf>, sentAt: number) => Promise<Answer<T> | Refusal>,
  ): Promise<T> {
    const sentAt = Date.now()
    const isLate = (reply: Answer<T> | Refusal) => 'refused' in reply && reply.refused === 'overloaded'
    let answer = await visit(namespace, (vault) => call(vault, sentAt))
    // It says that this waited for long, and it did not: one of the two clocks was set.
    if (isLate(answer) && Date.now() - sentAt < MAX_WAIT_MS)
      answer = await visit(namespace, (vault) => call(vault, ON_TIME))
    if ('refused' in answer) throw toError(answer, embedderId())
    trace.notes.set('rows_read', Number(trace.notes.get('rows_read') ?? 0) + answer.rows.read)
    trace.notes.set('rows_written', Number(trace.notes.get('rows_written') ?? 0) + answer.rows.written)
    metrics.count('rows', answer.rows.read, 'read')
    metrics.count('rows', answer.rows.written, 'written')
    if (answer.waitedMs !== undefined) metrics.observe('queueWait', Math.max(0, answer.waitedMs) / 1000, 'vault')
    if (answer.cold) {
      trace.notes.set('vault', 'cold')
      metrics.count('coldVaults')
    }
    return answer.result
  }

  return {
    listMemories: (namespace, request) =>
      ask(namespace, async (vault, sentAt) => vault.listMemories({ ...request, sentAt })),
    findMemories: (namespace, request) =>
      ask(namespace, async (vault, sentAt) => vault.findMemories({ ...request, sentAt })),
    listFacts: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.listFacts({ ...request, sentAt })),
    graph: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.graph({ ...request, sentAt })),
    profile: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.profile({ ...request, sentAt })),
    strengths: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.strengths({ ...request, sentAt })),
    toEmbed: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.toEmbed({ ...request, sentAt })),
    async putEmbedded(namespace, request) {
      await ask(namespace, async (vault, sentAt) => vault.putEmbedded({ ...request, sentAt }))
    },
    exportPage: (namespace, request) =>
      ask(namespace, async (vault, sentAt) => vault.exportPage({ ...request, sentAt })),
    restoreRows: (namespace, request) =>
      ask(namespace, async (vault, sentAt) => vault.restoreRows({ ...request, sentAt })),
    remember: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.remember({ ...request, sentAt })),
    known: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.known({ ...request, sentAt })),
    imported: (namespace, texts) => ask(namespace, async (vault, sentAt) => vault.imported({ texts, sentAt })),
    revise: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.revise({ ...request, sentAt })),
    inScope: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.inScope({ ...request, sentAt })),
    history: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.history({ ...request, sentAt })),
    async noteReset(namespace, sessions) {
      await ask(namespace, async (vault, sentAt) => vault.noteReset({ sessions, sentAt }))
    },
    receipts: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.receipts({ ...request, sentAt })),
    async recall(namespace, plan) {
      const found = await ask(namespace, async (vault, sentAt) =>
        vault.recall({ ...plan, embedder: embedderId(), packed: true, sentAt }),
      )
      return unpackRecollection(found)
    },
    tallied: (namespace, tally) => ask(namespace, async (vault, sentAt) => vault.tallied({ tally, sentAt })),
    happened: (namespace, once) => ask(namespace, async (vault, sentAt) => vault.happened({ once, sentAt })),
    touch: (namespace, access) => visit(namespace, async (vault) => vault.touch(access)),
    countFaded: (namespace, faded) => ask(namespace, async (vault, sentAt) => vault.countFaded({ ...faded, sentAt })),
    prune: (namespace, faded) => ask(namespace, async (vault, sentAt) => vault.prune({ ...faded, sentAt })),
    consolidate: (namespace, request) =>
      ask(namespace, async (vault, sentAt) => vault.consolidate({ ...request, sentAt })),
    abstract: (namespace, request) => ask(namespace, async (vault, sentAt) => vault.abstract({ ...request, sentAt })),
    count: (namespace, persona, within = null) =>
      ask(namespace, async (vault, sentAt) => vault.count({ persona, within, sentAt })),
    list: (namespace, page) => ask(namespace, async (vault, sentAt) => vault.entities({ ...page, sentAt })),
    unmerge: (namespace, merge) => ask(namespace, async (vault, sentAt) => vault.unmerge({ ...merge, sentAt })),
    latest: (namespace, query) => ask(namespace, async (vault, sentAt) => vault.journal({ ...query, sentAt })),
    after: (namespace, page) => ask(namespace, async (vault, sentAt) => vault.journalAfter({ ...page, sentAt })),
    async watch(namespace, request) {
      await ask(namespace, async (vault, sentAt) => vault.watch({ ...request, sentAt }))
    },
    erasedSince: (namespace, at) => ask(namespace, async (vault, sentAt) => vault.erasedSince({ at, sentAt })),
    rewind: (namespace, at) => visit(namespace, async (vault) => vault.rewind(at)),
    erase: (namespace) => visit(namespace, async (vault) => vault.erase(Date.now())),
  }
}

function toError(refusal: Refusal, embedder: string): BrainError {
  switch (refusal.refused) {
    case 'overloaded':
      return new BrainError('overloaded', 'This namespace is overloaded; retry shortly.', { retryAfterSeconds: 1 })
    case 'erased':
      return new BrainError('invalid-key', 'The API key is invalid or inactive.')
    case 'other-embedder':
      return new BrainError(
        'misconfigured',
        `This namespace was embedded by ${refusal.embedder}, and the service now uses ${embedder}; it has to be re-embedded.`,
      )
  }
}

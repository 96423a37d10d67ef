import { regionOfAccount } from '../../domain/account/region.ts'
import { BrainError } from '../../domain/errors.ts'
import type { Archive } from '../../ports/archive.ts'
import type { EntityRegister } from '../../ports/entity-register.ts'
import type { MemoryRecords } from '../../ports/memory-records.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { ReEmbeddable } from '../../ports/re-embeddable.ts'
import type { Recollection } from '../../ports/recollection.ts'
import type { Rewindable } from '../../ports/rewindable.ts'
import type { Trace } from '../../runtime/trace.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Answer, Refusal, Vault } from './vault.ts'

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
}: Parts): MemoryStore & EntityRegister & MemoryRecords & Archive & ReEmbeddable & Rewindable {
  const vaultOf = (namespace: string) => vaults.getByName(namespace, { locationHint: regionOfAccount(namespace) })

  async function ask<T>(call: (sentAt: number) => Promise<Answer<T> | Refusal>): Promise<T> {
    const answer = await roundTrip(() => call(Date.now()))
    if ('refused' in answer) throw toError(answer, embedderId())
    trace.notes.set('rows_read', Number(trace.notes.get('rows_read') ?? 0) + answer.rows.read)
    trace.notes.set('rows_written', Number(trace.notes.get('rows_written') ?? 0) + answer.rows.written)
    if (answer.cold) trace.notes.set('vault', 'cold')
    return answer.result
  }

  return {
    listMemories: (namespace, request) =>
      ask(async (sentAt) => vaultOf(namespace).listMemories({ ...request, sentAt })),
    findMemories: (namespace, request) =>
      ask(async (sentAt) => vaultOf(namespace).findMemories({ ...request, sentAt })),
    listFacts: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).listFacts({ ...request, sentAt })),
    graph: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).graph({ ...request, sentAt })),
    toEmbed: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).toEmbed({ ...request, sentAt })),
    async putEmbedded(namespace, request) {
      await ask(async (sentAt) => vaultOf(namespace).putEmbedded({ ...request, sentAt }))
    },
    page: (namespace, after, limit) => ask(async (sentAt) => vaultOf(namespace).archive({ after, limit, sentAt })),
    remember: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).remember({ ...request, sentAt })),
    known: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).known({ ...request, sentAt })),
    async recall(namespace, plan) {
      const found = await ask(async (sentAt) => vaultOf(namespace).recall({ ...plan, embedder: embedderId(), sentAt }))
      return JSON.parse(found) as Recollection
    },
    happened: (namespace, once) => ask(async (sentAt) => vaultOf(namespace).happened({ once, sentAt })),
    touch: (namespace, access) => roundTrip(async () => vaultOf(namespace).touch(access)),
    countFaded: (namespace, faded) => ask(async (sentAt) => vaultOf(namespace).countFaded({ ...faded, sentAt })),
    prune: (namespace, faded) => ask(async (sentAt) => vaultOf(namespace).prune({ ...faded, sentAt })),
    consolidate: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).consolidate({ ...request, sentAt })),
    abstract: (namespace, request) => ask(async (sentAt) => vaultOf(namespace).abstract({ ...request, sentAt })),
    count: (namespace, persona, within = null) =>
      ask(async (sentAt) => vaultOf(namespace).count({ persona, within, sentAt })),
    list: (namespace, page) => ask(async (sentAt) => vaultOf(namespace).entities({ ...page, sentAt })),
    unmerge: (namespace, merge) => ask(async (sentAt) => vaultOf(namespace).unmerge({ ...merge, sentAt })),
    rewind: (namespace, at) => roundTrip(async () => vaultOf(namespace).rewind(at)),
    erase: (namespace) => roundTrip(async () => vaultOf(namespace).erase(Date.now())),
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

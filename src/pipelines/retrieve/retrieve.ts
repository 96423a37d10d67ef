import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { SCORE_FLOOR, weights } from '../../domain/ranking/weights.ts'
import type { Source } from '../../domain/statement/source.ts'
import { resolveConflicts } from '../../memory/resolve-conflicts.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Recollection } from '../../ports/recollection.ts'
import { NO_SESSION, type SessionContext } from '../../ports/sessions.ts'
import type { Later } from '../../runtime/later.ts'
import { metrics } from '../../runtime/metrics.ts'
import type { Trace } from '../../runtime/trace.ts'
import { resetLeftSessions } from '../revise/reset-sessions.ts'
import { encodeQuery } from '../search/encode-query.ts'
import { knownSpeakers } from '../search/known-speakers.ts'
import { planRecall, type Question } from '../search/plan.ts'
import { type Ranked, rank, scoreAll } from '../search/rank.ts'
import { isAsOf } from '../search/request.ts'
import { type Compressed, compress } from './compress.ts'
import { formatContext } from './context.ts'
import { toReasoningChain } from './reasoning-chain.ts'
import { reorder } from './reorder.ts'
import type { RetrieveRequest } from './request.ts'
import { rerank } from './rerank.ts'

export type Retrieved = Awaited<ReturnType<typeof retrieve>>

/** What does not need the caller's admission: it runs while the admission is settled. */
export type Prepared = ReturnType<typeof prepareRetrieve>

/** Step 1, the session's context, beside the encoding of the query. */
export const prepareRetrieve = (ports: Ports, trace: Trace, request: RetrieveRequest) =>
  Promise.all([
    trace.step('session', async () =>
      request.sessionId === null || isAsOf(request)
        ? NO_SESSION
        : ports.sessions.load(request.namespace, request.sessionId, request.now),
    ),
    trace.step('encode', () => encodeQuery(ports, request, isAsOf(request) ? null : knownSpeakers.of(request))),
  ])

export async function retrieve(ports: Ports, trace: Trace, request: RetrieveRequest, prepared: Prepared, later: Later) {
  const [session, question] = await prepared
  // Steps 2 to 5 of docs/api.md, where the memories are, in one call: chunks, facts, traversal, hot memories.
  const { plan, recollection } = await recall(ports, trace, request, session, question)
  // Steps 6 and 7: scores, and what still holds.
  const supersededBy = resolveConflicts(recollection.facts, recollection.rivals)
  const { decayHalfLifeDays } = ports.config
  const scores = scoreAll(recollection, supersededBy, plan, request, decayHalfLifeDays)
  const reranked = await rerank(ports, trace, request, recollection.chunks, scores.chunks)
  const { readings } = reranked
  const ranked = rank(
    recollection,
    supersededBy,
    plan,
    request,
    decayHalfLifeDays,
    weights,
    scores,
    readings,
    request.k,
  )
  const found = ranked.filter(({ score }) => score >= (request.minScore ?? SCORE_FLOOR)).slice(0, request.k)
  if (found.length > 0 && !isAsOf(request)) later(() => recordAccess(ports, request, found))
  const { unreset = [] } = recollection
  if (unreset.length > 0 && !isAsOf(request)) later(() => resetLeftSessions(ports, request.namespace, unreset))
  trace.notes.set('records', found.length)
  metrics.observe('retrieveFacts', found.length)
  metrics.observe('namespaceChunks', recollection.corpus.chunks)

  // Step 8: the strongest lines at both ends.
  const context = await condense(ports, request, recollection, found)

  const wantsChain = request.maxHops !== null && request.maxHops > 1
  return {
    context: context.context,
    /** Best first. */
    facts: found,
    reasoningChain: wantsChain ? toReasoningChain(recollection, supersededBy, scores, !!request.bound) : null,
    degraded: [...recollection.degraded, ...[session.down, reranked.down].flatMap((down) => down ?? [])],
    /** Why the context is not compressed although that was asked for, or null. */
    compressionProblem: context.problem,
  }
}

async function recall(ports: Ports, trace: Trace, request: RetrieveRequest, session: SessionContext, first: Question) {
  const ask = async (question: Question) => {
    const plan = planRecall(request, session, question)
    const recollection = await trace.step('recall', () => ports.memory.recall(request.namespace, plan))
    if (recollection.degraded.length === 0 && !isAsOf(request))
      knownSpeakers.keep(request, recollection.corpus.speakers)
    return { plan, recollection }
  }
  const found = await ask(first)
  // Somebody began to speak, or fell silent, since this isolate last heard of it.
  return found.recollection.askOtherwise ? ask(await trace.step('encode', () => encodeQuery(ports, request))) : found
}

/** The context as it is, or condensed for the query where that is asked for. */
async function condense(
  ports: Ports,
  request: RetrieveRequest,
  recollection: Recollection,
  found: readonly Ranked[],
): Promise<Compressed> {
  const ordered = reorder(found)
  const context = formatContext(ordered, request.contextFormat)
  if (!request.useCompression) return { context, problem: null }
  if (!ports.languageModel) return { context, problem: 'No LLM is configured, so the context is not compressed.' }
  const sources = new Map<MemoryId, Source>([
    ...recollection.chunks.map(({ id, source }) => [toChunkId(id), source] as const),
    ...recollection.facts.map(({ id, source }) => [toFactId(id), source] as const),
  ])
  return compress(ports.languageModel, {
    query: request.query,
    facts: ordered.map((fact) => ({
      fact,
      number: found.indexOf(fact) + 1,
      source: sources.get(fact.id) ?? 'assistant',
    })),
    context,
    format: request.contextFormat,
    timeoutMs: ports.config.llmTimeoutMs,
  })
}

/** Only what is returned counts as accessed. Nobody waits for it; it is exact when read next. */
async function recordAccess(ports: Ports, request: RetrieveRequest, found: readonly Ranked[]): Promise<void> {
  const ids: MemoryId[] = found.map(({ id }) => id)
  await Promise.all([
    ports.memory.touch(request.namespace, { now: request.now, ids }),
    request.sessionId === null
      ? null
      : ports.sessions.touch(request.namespace, request.sessionId, { now: request.now, ids }),
  ])
}

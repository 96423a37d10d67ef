import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import type { RetrieveRequest } from '../../pipelines/retrieve/request.ts'
import { type Prepared, prepareRetrieve, type Retrieved, retrieve } from '../../pipelines/retrieve/retrieve.ts'
import type { Ranked } from '../../pipelines/search/rank.ts'
import type { AppEnv } from '../context.ts'
import { flag, ignoredUserId, integer, orNull, persona, query, ratio, sessionId } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'
import { fact, reasoningStep } from './fact.ts'

const say = (description: string) => ({ description })

const retrieveBody = z
  .object({
    query: query().register(z.globalRegistry, say('A question or a topic, in natural language.')),
    k: z._default(integer(1, 20), 5).register(z.globalRegistry, say('How many facts to return at most.')),
    persona: orNull(persona()).register(
      z.globalRegistry,
      say('Searches this persona and `shared`; null searches every persona.'),
    ),
    session_id: orNull(sessionId()).register(z.globalRegistry, say('Blends in what this session is about.')),
    include_episodic: z._default(flag(), true),
    include_semantic: z._default(flag(), true),
    include_working: z._default(flag(), true),
    max_hops: orNull(integer(1, 5)).register(z.globalRegistry, say('Depth of the graph traversal; null skips it.')),
    min_score: orNull(ratio()).register(z.globalRegistry, say('Replaces the default floor of 0.2; 0 turns it off.')),
    use_compression: z
      ._default(flag(), false)
      .register(z.globalRegistry, say('Condenses `context` for the query with the configured LLM.')),
    explain: z
      ._default(flag(), false)
      .register(z.globalRegistry, say('Adds `why` to each fact: what its score is made of.')),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'RetrieveRequest' })

const retrieveResponse = z
  .object({
    context: z.string(),
    facts: z.array(fact),
    episodic_count: z.int(),
    semantic_count: z.int(),
    working_count: z.int(),
    reasoning_chain: z.nullable(z.array(reasoningStep)),
    latency_ms: z.number(),
    degraded: z.optional(z.array(z.string())),
    compression: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'RetrieveResponse' })

export const retrieveOperation: Operation = {
  method: 'post',
  path: '/brain/retrieve',
  id: 'retrieve',
  tag: 'memory',
  summary: 'Find what matters for a query (2 operations)',
  description:
    'Scores: 0.7 to 1.0 directly relevant, 0.4 to 0.7 probably, 0.2 to 0.4 tangential; below 0.2 nothing is returned unless `min_score` says so.',
  request: retrieveBody,
  response: retrieveResponse,
  example: { query: 'Where do I live?', k: 5 },
}

export const retrieveRoutes = () =>
  new Hono<AppEnv>()
    .use('/', only('POST'))
    .post('/', body(), admission(retrieveBody, { cost: () => operationCost.retrieve, ahead: prepare }), async (c) => {
      const { ports, trace } = c.var
      const found = await retrieve(
        ports,
        trace,
        requestOf(c, c.req.valid('json')),
        c.get('ahead') as Prepared,
        (work) => c.get('later').push(work),
      )
      return c.json(toResponse(found, c.req.valid('json').explain, trace.elapsedMs()))
    })

type RetrieveBody = z.output<typeof retrieveBody>

const requestOf = (c: Context<AppEnv>, asked: RetrieveBody): RetrieveRequest => ({
  namespace: c.get('key').accountId,
  now: c.get('now'),
  query: asked.query,
  k: asked.k,
  persona: asked.persona,
  sessionId: asked.session_id,
  includeEpisodic: asked.include_episodic,
  includeSemantic: asked.include_semantic,
  includeWorking: asked.include_working,
  maxHops: asked.max_hops,
  minScore: asked.min_score,
  useCompression: asked.use_compression,
})

function toResponse(found: Retrieved, explain: boolean, latencyMs: number) {
  const count = (type: Ranked['sourceType']) => found.facts.filter(({ sourceType }) => sourceType === type).length
  return {
    context: found.context,
    facts: found.facts.map((ranked) => toFact(ranked, explain)),
    episodic_count: count('episodic'),
    semantic_count: count('semantic'),
    working_count: count('working'),
    reasoning_chain: found.reasoningChain,
    ...(found.degraded.length > 0 ? { degraded: found.degraded } : {}),
    ...(found.compressionProblem === null ? {} : { compression: found.compressionProblem }),
    latency_ms: latencyMs,
  }
}

const toFact = (ranked: Ranked, explain: boolean) => ({
  fact: ranked.fact,
  score: ranked.score,
  source_type: ranked.sourceType,
  created_at: ranked.createdAt / 1000,
  access_count: ranked.accessCount,
  confidence: ranked.confidence,
  strength: ranked.strength,
  metadata: ranked.metadata,
  ...(ranked.superseded ? { superseded: true } : {}),
  ...(explain ? { why: ranked.why } : {}),
})

const prepare = (c: Context<AppEnv>, asked: RetrieveBody) =>
  prepareRetrieve(c.get('ports'), c.get('trace'), requestOf(c, asked))

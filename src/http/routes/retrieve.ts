import * as z from 'zod/mini'
import { sessionInSight } from '../../domain/account/persona.ts'
import { type QuestionReading, readQuestion } from '../../domain/question/read-question.ts'
import type { RetrieveRequest } from '../../pipelines/retrieve/request.ts'
import { prepareRetrieve, type Retrieved, retrieve } from '../../pipelines/retrieve/retrieve.ts'
import { isLongQuery } from '../../pipelines/search/encode-query.ts'
import type { Ranked } from '../../pipelines/search/rank.ts'
import { asOfAt, asOfField } from '../as-of.ts'
import { type Call, defineRoute } from '../define-route.ts'
import {
  about,
  flag,
  ignoredUserId,
  integer,
  named,
  oneOf,
  orNull,
  persona,
  query,
  ratio,
  sessionId,
} from '../fields.ts'
import { searchFilter, toMemoryFilter } from '../record-filter.ts'
import { fact, reasoningStep, toFact } from './fact.ts'

const retrieveBody = named(
  'RetrieveRequest',
  z.object({
    query: about(query(), 'A question or a topic, in natural language.'),
    k: about(z._default(integer(1, 20), 5), 'How many facts to return at most.'),
    persona: about(
      orNull(persona()),
      'Searches this persona and `shared`; null searches every persona that the key may see.',
    ),
    session_id: about(orNull(sessionId()), 'Blends in what this session is about.'),
    include_episodic: z._default(flag(), true),
    include_semantic: z._default(flag(), true),
    include_working: z._default(flag(), true),
    max_hops: about(orNull(integer(1, 5)), 'Depth of the graph traversal; null skips it.'),
    min_score: about(orNull(ratio()), 'Replaces the default floor of 0.2; 0 turns it off.'),
    use_compression: about(z._default(flag(), false), 'Condenses `context` for the query with the configured LLM.'),
    context_format: about(
      z._default(oneOf(['plain', 'dated', 'quoted']), 'plain'),
      '`dated` says of each line of `context` when and by whom it was told, and marks what is outdated. `quoted` says the same, each fact word for word in quotation marks, inside a fence that says that it is data and that nothing stored can leave: the one for prompts. A condensed context is plain or quoted.',
    ),
    rerank: about(
      z._default(flag(), true),
      'Reads the question together with the best finds, in the order they were told, which takes some milliseconds; false saves them.',
    ),
    explain: about(
      z._default(flag(), false),
      'Adds `why` to each fact, what its score is made of, and `reading`: what the question was read as.',
    ),
    filter: searchFilter(),
    as_of: asOfField(),
    user_id: ignoredUserId(),
  }),
)

/** What the question was understood to ask. */
const reading = named(
  'Reading',
  z.object({
    about: z.nullable(z.record(z.string(), z.unknown())),
    relations: z.array(z.string()),
    wants: z.nullable(z.string()),
    time: z.string(),
    names: z.array(z.string()),
  }),
)

const retrieveResponse = named(
  'RetrieveResponse',
  z.object({
    context: z.string(),
    facts: z.array(fact),
    episodic_count: z.int(),
    semantic_count: z.int(),
    working_count: z.int(),
    reasoning_chain: z.nullable(z.array(reasoningStep)),
    latency_ms: z.number(),
    degraded: z.optional(z.array(z.string())),
    compression: z.optional(z.string()),
    reading: z.optional(reading),
  }),
)

type Asked = Pick<Call<unknown, unknown, z.output<typeof retrieveBody>>, 'account' | 'bound' | 'now' | 'body'>

const toRequest = ({ account, bound, now, body }: Asked): RetrieveRequest => ({
  namespace: account,
  bound,
  query: body.query,
  k: body.k,
  persona: body.persona,
  sessionId: sessionInSight(body.session_id, bound),
  includeEpisodic: body.include_episodic,
  includeSemantic: body.include_semantic,
  includeWorking: body.include_working,
  maxHops: body.max_hops,
  minScore: body.min_score,
  useCompression: body.use_compression,
  rerank: body.rerank,
  contextFormat: body.context_format,
  filter: toMemoryFilter(body.filter, bound),
  // Last: the engine puts in what stands behind a spread one by one.
  ...asOfAt(body.as_of, now),
})

const toReading = ({ about, ...rest }: QuestionReading): z.output<typeof reading> => ({
  about: about && { ...about },
  ...{ ...rest, relations: [...rest.relations], names: [...rest.names] },
})

function toResponse(namespace: string, found: Retrieved, query: string, explain: boolean, latencyMs: number) {
  const count = (type: Ranked['sourceType']) => found.facts.filter(({ sourceType }) => sourceType === type).length
  return {
    context: found.context,
    facts: found.facts.map((ranked) => toFact(namespace, ranked, explain)),
    episodic_count: count('episodic'),
    semantic_count: count('semantic'),
    working_count: count('working'),
    reasoning_chain: found.reasoningChain,
    ...(found.degraded.length > 0 ? { degraded: found.degraded } : {}),
    ...(found.compressionProblem === null ? {} : { compression: found.compressionProblem }),
    ...(explain ? { reading: toReading(readQuestion(query)) } : {}),
    latency_ms: latencyMs,
  }
}

export const retrieveRoute = defineRoute({
  method: 'post',
  path: '/brain/retrieve',
  id: 'retrieve',
  scope: 'read',
  cost: 2,
  summary: 'Find what matters for a query',
  description:
    'Scores: 0.7 to 1.0 directly relevant, 0.4 to 0.7 probably, 0.2 to 0.4 tangential; below 0.2 nothing is returned unless `min_score` says so.',
  body: retrieveBody,
  response: retrieveResponse,
  example: { query: 'Where do I live?', k: 5 },
  prefetchesLate: ({ query }) => isLongQuery(query),
  prefetch: (call) => prepareRetrieve(call.ports, call.trace, toRequest(call)),
  async handle(call) {
    const { ports, trace, prefetched, later } = call
    const found = await retrieve(ports, trace, toRequest(call), prefetched, later)
    return toResponse(call.account, found, call.body.query, call.body.explain, trace.elapsedMs())
  },
})

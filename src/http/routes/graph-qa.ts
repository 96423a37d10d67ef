import * as z from 'zod/mini'
import { graphQa, prepareGraphQa } from '../../pipelines/graph-qa/graph-qa.ts'
import type { GraphQaRequest } from '../../pipelines/graph-qa/request.ts'
import { isLongQuery } from '../../pipelines/search/encode-query.ts'
import { asOfAt, asOfField } from '../as-of.ts'
import { type Call, defineRoute } from '../define-route.ts'
import { about, ignoredUserId, integer, named, orNull, persona, query } from '../fields.ts'
import { searchFilter, toMemoryFilter } from '../record-filter.ts'

const graphQaBody = named(
  'GraphQaRequest',
  z.object({
    query: about(query(), 'A question in natural language.'),
    max_hops: z._default(integer(1, 5), 3),
    k: about(z._default(integer(1, 50), 10), 'How many facts the LLM is given at most.'),
    persona: about(orNull(persona()), 'Restricts the traversal to exactly this persona.'),
    filter: searchFilter(),
    as_of: asOfField(),
    user_id: ignoredUserId(),
  }),
)

type Asked = Pick<Call<unknown, unknown, z.output<typeof graphQaBody>>, 'account' | 'bound' | 'now' | 'body'>

const toRequest = ({
  account,
  bound,
  now,
  body: { query, max_hops, k, persona, filter, as_of },
}: Asked): GraphQaRequest => ({
  ...{ namespace: account, bound, query, maxHops: max_hops, k, persona },
  ...asOfAt(as_of, now),
  filter: toMemoryFilter(filter, bound),
})

export const graphQaRoute = defineRoute({
  method: 'post',
  path: '/brain/retrieve/graph-qa',
  id: 'graphQa',
  scope: 'read',
  cost: 10,
  plan: 'starter',
  isFree: ({ languageModel }) => languageModel === null,
  summary: 'Answer a question from graph facts, with an LLM',
  description:
    'The answer cites facts by number. Without an LLM configured it answers `error: LLM not available` and costs nothing; an LLM that fails is a 503 that costs nothing.',
  body: graphQaBody,
  response: named(
    'GraphQaResponse',
    z.object({
      answer: z.string(),
      facts_used: z.int(),
      error: z.optional(z.string()),
      detail: z.optional(z.string()),
    }),
  ),
  example: { query: 'Who does Emma work for?' },
  prefetchesLate: ({ query }) => isLongQuery(query),
  prefetch: async (call) => (call.ports.languageModel ? prepareGraphQa(call.ports, call.trace, toRequest(call)) : null),
  async handle(call) {
    const { ports, trace, later } = call
    const question = await call.prefetched
    if (!ports.languageModel || !question) {
      const detail = 'No LLM provider is configured on this server.'
      return { answer: '', error: 'LLM not available', facts_used: 0, detail }
    }
    const { answer, factsUsed } = await graphQa(ports, ports.languageModel, trace, toRequest(call), question, later)
    return { answer, facts_used: factsUsed }
  },
})

import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { operationCost } from '../../domain/account/operation.ts'
import { graphQa, prepareGraphQa } from '../../pipelines/graph-qa/graph-qa.ts'
import type { AppEnv } from '../context.ts'
import { ignoredUserId, integer, orNull, persona, query } from '../fields.ts'
import { admission } from '../middleware/admission.ts'
import { body } from '../middleware/body.ts'
import { only } from '../middleware/only.ts'
import type { Operation } from '../operation.ts'

const graphQaBody = z
  .object({
    query: query().register(z.globalRegistry, { description: 'A question in natural language.' }),
    max_hops: z._default(integer(1, 5), 3),
    k: z
      ._default(integer(1, 50), 10)
      .register(z.globalRegistry, { description: 'How many facts the LLM is given at most.' }),
    persona: orNull(persona()).register(z.globalRegistry, {
      description: 'Restricts the traversal to exactly this persona.',
    }),
    user_id: ignoredUserId(),
  })
  .register(z.globalRegistry, { id: 'GraphQaRequest' })

const graphQaResponse = z
  .object({ answer: z.string(), facts_used: z.int(), error: z.optional(z.string()), detail: z.optional(z.string()) })
  .register(z.globalRegistry, { id: 'GraphQaResponse' })

export const graphQaOperation: Operation = {
  method: 'post',
  path: '/brain/retrieve/graph-qa',
  id: 'graphQa',
  tag: 'memory',
  summary: 'Answer a question from graph facts, with an LLM (10 operations; plan starter or above)',
  description:
    'The answer cites facts by number. Without an LLM configured it answers `error: LLM not available` and costs nothing; an LLM that fails is a 503 that costs nothing.',
  request: graphQaBody,
  response: graphQaResponse,
  errors: [403],
  example: { query: 'Who does Emma work for?' },
}

export const graphQaRoutes = () =>
  new Hono<AppEnv>().use('/', only('POST')).post(
    '/',
    body(),
    admission(graphQaBody, {
      cost: (_, ports) => (ports.languageModel ? operationCost['graph-qa'] : 0),
      minPlan: 'starter',
      ahead: prepare,
    }),
    async (c) => {
      const { ports, trace } = c.var
      if (!ports.languageModel) {
        return c.json({
          answer: '',
          error: 'LLM not available',
          facts_used: 0,
          detail: 'No LLM provider is configured on this server.',
        })
      }
      const request = requestOf(c, c.req.valid('json'))
      const prepared = c.get('ahead') as ReturnType<typeof prepareGraphQa>
      const { answer, factsUsed } = await graphQa(ports, ports.languageModel, trace, request, prepared, (work) =>
        c.get('later').push(work),
      )
      return c.json({ answer, facts_used: factsUsed })
    },
  )

type GraphQaBody = z.output<typeof graphQaBody>

const requestOf = (c: Context<AppEnv>, { query, max_hops, k, persona }: GraphQaBody) => ({
  ...{ namespace: c.get('key').accountId, now: c.get('now') },
  ...{ query, maxHops: max_hops, k, persona },
})

const prepare = async (c: Context<AppEnv>, asked: GraphQaBody) =>
  c.get('ports').languageModel ? prepareGraphQa(c.get('ports'), c.get('trace'), requestOf(c, asked)) : null

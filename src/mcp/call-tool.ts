import { isObject } from '../http/parse-body.ts'
import type { Endpoint } from './endpoint.ts'
import { CODES, type Params, ProtocolError } from './protocol.ts'
import { type Refusal, readRouteAnswer } from './route-answer.ts'
import type { Tool } from './tool.ts'

/** Clients that cannot set headers say in `_meta` what they would say there; what must happen once, in a field of our own. */
const HEADERS = [
  ['edge-brain/idempotency-key', 'idempotency-key'],
  ['traceparent', 'traceparent'],
  ['tracestate', 'tracestate'],
] as const
const ERROR = 'edge-brain/error'

/** Calls the route that the tool stands for. What the route refuses is a result that says so: the model can do better then. */
export async function callTool(params: Params, endpoint: Endpoint): Promise<object> {
  const tool = endpoint.tools.find(({ name }) => name === params.name)
  if (!tool) throw new ProtocolError(CODES.invalidParams, 'There is no such tool.')
  endpoint.note('tool', tool.name)
  const { arguments: given = {} } = params
  if (!isObject(given)) throw new ProtocolError(CODES.invalidParams, 'arguments: must be an object.')
  const asked = tool.ask(withPersona(tool, given, endpoint.persona))
  const problem = tool.does === 'change' ? notKnown(tool, given) : ''
  const route = problem === '' ? asked : { ...asked, problem }
  const answer = await readRouteAnswer(await endpoint.call(route, headersIn(params._meta)))
  if ('refused' in answer) return toError(answer.refused)
  const { text, structured } = tool.tell(answer.ok as never, endpoint)
  return { content: [{ type: 'text', text }, ...hints(answer.ok)], structuredContent: structured }
}

const headersIn = (meta: unknown): Record<string, string> =>
  Object.fromEntries(
    HEADERS.flatMap(([field, header]) =>
      isObject(meta) && typeof meta[field] === 'string' ? [[header, meta[field]]] : [],
    ),
  )

/** Where the endpoint is bound to a persona, what is written names it, so that a retry on another endpoint is no repetition. */
const withPersona = ({ input }: Tool, given: Params, persona: string | null): Params =>
  persona !== null && 'persona' in input ? { persona, ...given } : given

/** What some clients put beside the arguments of a model; the contract lets everybody send `user_id`. */
const NOT_MEANT_FOR_US = new Set(['user_id', 'tool', 'toolCallId', 'sessionId', 'chatInput', 'action'])
const MOST_NAMED = 10

/** Whoever erases or changes must not be taken to mean more than he said: what he said and nobody reads may be `dry_run`. */
const notKnown = ({ input }: Tool, given: Params): string =>
  Object.keys(given)
    .filter((name) => !Object.hasOwn(input, name) && !NOT_MEANT_FOR_US.has(name))
    .slice(0, MOST_NAMED)
    .map((name) => `${name.slice(0, 100)}: is no argument of this tool`)
    .join('; ')

/** Arguments that are not known and look like some that are. */
function hints(answer: unknown): object[] {
  const { ignored } = answer as { readonly ignored?: readonly string[] }
  return ignored ? [{ type: 'text', text: `Ignored: ${ignored.join('; ')}` }] : []
}

const toError = ({ detail, ...more }: Refusal): object => ({
  content: [{ type: 'text', text: detail }],
  isError: true,
  _meta: { [ERROR]: { detail, ...more } },
})

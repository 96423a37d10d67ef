import { callTool } from './call-tool.ts'
import type { Endpoint } from './endpoint.ts'
import { INSTRUCTIONS, PROMPT, PROMPT_TEXT } from './guidance.ts'
import { CODES, CURRENT, FORMER, META, type Message, type Params, ProtocolError } from './protocol.ts'
import { PROFILE_RESOURCE, readResource } from './resources.ts'
import { describeTool } from './tool.ts'

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} }

/** Lists are the same for everybody until the next release. */
const LISTED = { ttlMs: 300_000, cacheScope: 'public' } as const
const MINE = { ttlMs: 0, cacheScope: 'private' } as const

export interface Method {
  /** The revisions that have it; all, unless said. */
  readonly only?: Message['era']
  /** How long a client of the current revision may keep the answer. */
  readonly cache?: typeof LISTED | typeof MINE
  /** It asks a route of the service, which looks at the key itself. */
  readonly callsRoute?: true
  answer(message: Message, endpoint: Endpoint): object | Promise<object>
}

const serverInfo = ({ version }: Endpoint) => ({ name: 'edge-brain', title: 'edge-brain memory', version })

/** A client that asks for a revision that is not known gets the latest of its kind, and decides. */
const agreedVersion = ({ protocolVersion }: Params): string =>
  FORMER.find((version) => version === protocolVersion) ?? FORMER[0]

export const METHODS: Readonly<Record<string, Method>> = {
  'server/discover': {
    ...{ only: 'current', cache: LISTED },
    answer: () => ({ supportedVersions: [CURRENT], capabilities: CAPABILITIES, instructions: INSTRUCTIONS }),
  },
  initialize: {
    only: 'former',
    answer: ({ params }, endpoint) => ({
      protocolVersion: agreedVersion(params),
      capabilities: CAPABILITIES,
      serverInfo: serverInfo(endpoint),
      instructions: INSTRUCTIONS,
    }),
  },
  ping: { only: 'former', answer: () => ({}) },
  'tools/list': {
    cache: LISTED,
    answer: (_, { tools, persona }) => ({ tools: tools.map((tool) => describeTool(tool, persona)) }),
  },
  'tools/call': { callsRoute: true, answer: ({ params }, endpoint) => callTool(params, endpoint) },
  'resources/list': { cache: LISTED, answer: () => ({ resources: [PROFILE_RESOURCE] }) },
  'resources/templates/list': { cache: LISTED, answer: () => ({ resourceTemplates: [] }) },
  'resources/read': { callsRoute: true, cache: MINE, answer: readResource },
  'prompts/list': { cache: LISTED, answer: () => ({ prompts: [PROMPT] }) },
  'prompts/get': {
    answer({ params }) {
      if (params.name !== PROMPT.name) throw new ProtocolError(CODES.invalidParams, 'There is no such prompt.')
      const content = { type: 'text', text: PROMPT_TEXT }
      return { description: PROMPT.description, messages: [{ role: 'user', content }] }
    },
  },
}

export function methodOf({ method, era }: Message): Method {
  const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (found && (found.only ?? era) === era) return found
  throw new ProtocolError(CODES.unknownMethod, 'Method not found', { status: era === 'current' ? 404 : 200 })
}

/** The result as the revision of the message wants it. */
export function toResult({ era }: Message, { cache }: Method, endpoint: Endpoint, answer: object): object {
  if (era === 'former') return answer
  const { _meta: own } = answer as { readonly _meta?: object }
  return { resultType: 'complete', ...answer, ...cache, _meta: { ...own, [META.serverInfo]: serverInfo(endpoint) } }
}

import type { Params } from './protocol.ts'

/** A part of a JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly string[]
}

/** A call of a route of the service. */
export interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Params
  readonly body?: Params
  readonly headers?: Readonly<Record<string, string>>
  /** Why it is refused, after key and window were looked at. */
  readonly problem?: string
}

/** What a model is told, and the same for programs. */
export interface Telling {
  readonly text: string
  readonly structured: Params
}

/** A route of the service as a tool. The route itself says what its arguments may be: it is the one that refuses them. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly does: 'read' | 'add' | 'change'
  readonly input: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly output: Schema
  ask(given: Params): RouteCall
  tell(answer: never, at: { readonly origin: string }): Telling
}

export const text = { type: 'string' } as const
export const textAbout = (description: string) => ({ type: 'string', description }) as const
export const integer = { type: 'integer' } as const
export const number = { type: 'number' } as const
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const objectOf = (properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})

/** The named ones of what was given. */
export const pick = (given: Params, names: readonly string[]): Params =>
  Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, given[name]]])))

/** The path of a memory. What is no id of a memory stands for one that there is not: an id of dots would be another path. */
export const memoryPath = ({ id }: Params): string =>
  `/brain/memories/${typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '-'}`

const HINTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const

/** As clients list it. Where the endpoint is bound to a persona there is none to choose. */
export function describeTool(tool: Tool, persona: string | null): object {
  const { persona: choice, ...rest } = tool.input
  const properties = choice === undefined || persona === null ? tool.input : rest
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: objectOf(properties, ...tool.required),
    outputSchema: tool.output,
    annotations: HINTS[tool.does],
  }
}

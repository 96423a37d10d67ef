import { comment, type JsonSchema, jsonSchemaType } from './json-schema-type.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly 'x-scope': string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

export interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const HEAD =
  '// Written by `npm run build:reference` from the declarations of the routes; a test holds it against them.'

/** Where the types are from that the calls share. */
const SHARED = { Lines: './lines.ts', LinesBody: './lines.ts', Listing: './listing.ts', Operation: './operation.ts' }

/** The module with what every call takes and answers, and how it is made. A former name of a call has none of its own. */
export function clientOperations({ paths, components }: Reference): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation.deprecated)
      .map(([method, operation]) => describe(method.toUpperCase(), path, operation, components.schemas)),
  )
  const [admin, memory] = [calls.filter(({ isAdmin }) => isAdmin), calls.filter(({ isAdmin }) => !isAdmin)]
  const text = [
    ...calls.flatMap(({ types }) => types),
    ...[declareCalls('MemoryCalls', memory), declareCalls('AdminCalls', admin)],
    ...[declareTable('memoryOperations', memory), declareTable('adminOperations', admin)],
  ]
  const schemas = neededSchemas([...text, 'ErrorCode'].join('\n'), components.schemas)
  const whole = [...schemas, ...text].join('\n')
  const imports = Object.entries({ ...SHARED, CallOptions: './options.ts' })
    .filter(([name]) => mentions(whole, name))
    .map(([name, from]) => `import type { ${name} } from '${from}'\n`)
  return `${HEAD}\n${imports.join('')}\n${whole}`
}

/** The schemas that a text mentions, and those that these mention: errors are classes, and not among them. */
function neededSchemas(text: string, schemas: Reference['components']['schemas']): string[] {
  const declared = Object.entries(schemas).map(([name, schema]) => [name, declare(name, schema)] as const)
  const needed = new Set<string>()
  const add = (from: string) => {
    for (const [name, type] of declared) {
      if (needed.has(name) || !mentions(from, name)) continue
      needed.add(name)
      add(type)
    }
  }
  add(text)
  return declared.filter(([name]) => needed.has(name)).map(([, type]) => type)
}

/** Comments and texts name nothing. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(text.replace(/\/\*\*.*\*\/|'[^'\n]*'/g, ''))

interface Call {
  readonly isAdmin: boolean
  readonly signature: string
  readonly row: string
  /** Types of its own: of its query string, and of an answer that the reference does not name. */
  readonly types: readonly string[]
}

function describe(
  method: string,
  path: string,
  operation: Operation,
  schemas: Reference['components']['schemas'],
): Call {
  const { operationId, tags, summary, description, parameters = [], requestBody } = operation
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const ownName = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}`
  const queryName = `${ownName}Query`
  const query = querySchema(operation, named('query'))
  const body = requestBody?.content
  // A file, as whoever made it wrote it: some types of it may be JSON.
  const isLines = body !== undefined && 'application/x-ndjson' in body
  const answer = describeAnswer(operation, schemas, `${ownName}Response`)
  const optional = (isOptional: boolean) => (isOptional ? '?' : '')
  const args = [
    ...named('path').map(({ name }) => `${camelCase(name)}: string`),
    ...(body
      ? [
          `body${optional(!needsFields(Object.values(body)[0]!.schema, schemas))}: ${isLines ? 'LinesBody' : jsonSchemaType(Object.values(body)[0]!.schema)}`,
        ]
      : []),
    ...(query ? [`query${optional(!query.required?.length)}: ${queryName}`] : []),
    'options?: CallOptions',
  ]
  const about = [summary, description].filter(Boolean).join('. ')
  const row = [
    `call: '${method} ${path}'`,
    ...(body ? [isLines ? `body: 'lines'` : `body: 'json'`] : []),
    ...(query ? ['query: true'] : []),
    ...(named('header').some(({ name }) => name === 'Idempotency-Key') ? ['once: true'] : []),
    ...(method === 'GET' || operation['x-scope'] === 'read' ? ['reads: true'] : []),
    ...answer.row,
  ]
  return {
    isAdmin: tags.includes('admin'),
    signature: `${comment(about, '  ')}  ${operationId}(${args.join(', ')}): ${answer.type}\n`,
    row: `  ${operationId}: { ${row.join(', ')} },\n`,
    types: [...(query ? [declare(queryName, query)] : []), ...answer.types],
  }
}

/** A body without any may be left out: it is sent empty. */
const needsFields = (schema: JsonSchema, schemas: Reference['components']['schemas']): boolean => {
  const { properties, required = [] } = schema.$ref ? (schemas[jsonSchemaType(schema)] ?? {}) : schema
  return properties === undefined || required.length > 0
}

/** Values of a query string are texts; a number or a boolean may be given for one that is read as such. */
function querySchema({ description = '' }: Operation, parameters: readonly Parameter[]): JsonSchema | null {
  if (parameters.length === 0) return null
  const properties = parameters.map(({ name, schema, description: about }) => {
    const isTime = /^(?:date_)?(?:since|until)$|^as_of$|^before$/.test(name) && schema.type === 'string'
    const isFlag = schema.enum?.join() === 'true,false'
    const type = isTime ? { ...schema, type: ['string', 'number'] } : isFlag ? { type: 'boolean' } : schema
    return [name, about ? { ...type, description: about } : type] as const
  })
  // A field for each key, which the reference says in words alone.
  const metadata = description.includes('metadata.KEY=VALUE')
    ? { metadata: { type: 'object', description: 'All of these fields are equal in the metadata of the memory.' } }
    : {}
  return {
    properties: { ...Object.fromEntries(properties), ...metadata },
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function describeAnswer(
  { responses, parameters = [] }: Operation,
  schemas: Reference['components']['schemas'],
  ownName: string,
): { readonly type: string; readonly row: readonly string[]; readonly types: readonly string[] } {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [contentType = '', { schema } = { schema: {} as JsonSchema }] = Object.entries(success?.content ?? {})[0] ?? []
  if (contentType.startsWith('text/')) return { type: 'Promise<string>', row: [`answer: 'text'`], types: [] }
  const type = schema.properties ? ownName : jsonSchemaType(schema)
  const types = schema.properties ? [declare(ownName, schema)] : []
  // The reference says no more of a line than that it is JSON.
  if (contentType.includes('ndjson'))
    return { type: 'Lines<Record<string, unknown>>', row: [`answer: 'lines'`], types: [] }
  const { properties = {} } = schema.$ref ? (schemas[type] ?? {}) : schema
  const lists = Object.entries(properties).filter(([, property]) => property.items)
  const isPaged = 'next_cursor' in properties || 'cursor' in properties
  if (!isPaged || lists.length !== 1 || !parameters.some(({ name }) => name === 'cursor'))
    return { type: `Promise<${type}>`, row: [], types }
  const [[name, list]] = lists as [[string, JsonSchema]]
  return { type: `Listing<${type}, ${jsonSchemaType(list.items!)}>`, row: [`list: '${name}'`], types }
}

function declare(name: string, schema: JsonSchema): string {
  const type = jsonSchemaType(schema)
  const head = comment(schema.description, '')
  return type.startsWith('{') ? `${head}export interface ${name} ${type}\n` : `${head}export type ${name} = ${type}\n`
}

const declareCalls = (name: string, calls: readonly Call[]): string =>
  `export interface ${name} {\n${calls.map(({ signature }) => signature).join('')}}\n`

const declareTable = (name: string, calls: readonly Call[]): string =>
  `export const ${name} = {\n${calls.map(({ row }) => row).join('')}} as const satisfies Record<string, Operation>\n`

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

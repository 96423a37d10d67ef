/** As much of JSON Schema as the API reference uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly description?: string
}

const simple: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' },
  object: 'Record<string, unknown>',
  array: 'unknown[]',
}

/** A schema as a TypeScript type. */
export function jsonSchemaType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => jsonSchemaType(choice, indent)))].join(' | ')
  if (schema.properties) return `{\n${fields(schema, `${indent}  `)}${indent}}`
  if (schema.items) return arrayOf(jsonSchemaType(schema.items, indent))
  if (schema.type === undefined) return 'unknown'
  return [schema.type]
    .flat()
    .map((type) => simple[type] ?? 'unknown')
    .join(' | ')
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const arrayOf = (item: string): string => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`)

function fields({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  return Object.entries(properties)
    .map(([name, property]) => {
      const type = jsonSchemaType(property, indent)
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      // undefined is allowed, so that callers may pass on what they may not have.
      const field = required.includes(name)
        ? `${key}: ${type}`
        : `${key}?: ${type}${type === 'unknown' ? '' : ' | undefined'}`
      return `${comment(property.description, indent)}${indent}${field}\n`
    })
    .join('')
}

export const comment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

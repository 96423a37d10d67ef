import type { Item, MatchCondition } from '@langchain/langgraph-checkpoint'
import type { Memory } from '../client.ts'
import { textsAt } from './index-text.ts'

/** Metadata may be 16 KB in all; a larger value is the text itself. */
const MOST_VALUE_BYTES = 12_000

/** As JSON, so that any label and key can be told from any other, and none is taken for a number in a query string. */
export const keyFields = (namespace: readonly string[], key: string) => ({
  ...{ langgraph: true, langgraph_namespace: JSON.stringify(namespace), langgraph_key: JSON.stringify(key) },
})

/** The field that everything below a namespace has. */
export const prefixFields = (prefix: readonly string[]): Record<string, string | boolean> =>
  prefix.length === 0 ? { langgraph: true } : { [`langgraph_prefix_${prefix.length}`]: JSON.stringify(prefix) }

/** What an item becomes as a memory: what is searched of it is the text, and the value itself is beside it. */
export function toMemory(
  namespace: readonly string[],
  key: string,
  value: Record<string, unknown>,
  index: false | readonly string[] | undefined,
): { readonly text: string; readonly metadata: Record<string, unknown> } {
  const json = JSON.stringify(value)
  const isLarge = new TextEncoder().encode(json).length > MOST_VALUE_BYTES
  const searched = index === false ? [] : (index ?? ['$']).flatMap((path) => textsAt(value, path))
  const text = searched.join('\n').trim()
  return {
    // A memory has to say something: what is not to be searched says only what it is called.
    text: isLarge ? json : text || [...namespace, key].join(' '),
    metadata: {
      ...keyFields(namespace, key),
      ...Object.assign({}, ...namespace.map((_, at) => prefixFields(namespace.slice(0, at + 1)))),
      langgraph_value: isLarge ? null : value,
      langgraph_indexed: text === '' ? false : null,
      langgraph_updated_at: new Date().toISOString(),
    },
  }
}

export const namespaceOf = ({ metadata }: Memory): string[] => JSON.parse(String(metadata?.langgraph_namespace))

export function toItem(memory: Memory): Item {
  const { metadata, text, created_at } = memory
  const createdMs = created_at * 1000
  return {
    namespace: namespaceOf(memory),
    key: JSON.parse(String(metadata?.langgraph_key)),
    value: (metadata?.langgraph_value ?? JSON.parse(text)) as Record<string, unknown>,
    createdAt: new Date(createdMs),
    // By the clock of whoever put it, which may be behind the service's.
    updatedAt: new Date(Math.max(createdMs, Date.parse(String(metadata?.langgraph_updated_at)))),
  }
}

/** What is not to be searched is not found by a query. */
export const isIndexed = ({ metadata }: Memory): boolean => metadata?.langgraph_indexed !== false

/** `*` stands for any label. */
export function isMatch({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  const from = matchType === 'suffix' ? namespace.length - path.length : 0
  return path.length <= namespace.length && path.every((label, at) => label === '*' || label === namespace[from + at])
}

import { oneLine, shortened } from '../../domain/injection/fence.ts'
import { isoTime } from '../quoted.ts'
import { listOf, memoryPath, objectOf, type Tool, text } from '../tool.ts'
import type { Memory } from './memory.ts'

/** The two tools that ChatGPT's connectors look for, in the shapes that OpenAI documents: the text is the JSON of what is structured. */
const MOST_TITLE = 80
const MOST_FOUND = 10

const titleOf = (stored: string): string => shortened(oneLine(stored), MOST_TITLE)
const urlOf = (origin: string, id: string): string => `${origin}/brain/memories/${id}`
const asJson = (structured: Readonly<Record<string, unknown>>) => ({ text: JSON.stringify(structured), structured })

interface Found {
  readonly facts: readonly { readonly fact: string; readonly memory_id?: string }[]
}

export const search: Tool = {
  name: 'search',
  title: 'Search the memory',
  description: 'Find memories for a query; fetch shows each whole.',
  does: 'read',
  input: { query: text },
  required: ['query'],
  output: objectOf(
    { results: listOf(objectOf({ id: text, title: text, url: text }, 'id', 'title', 'url')) },
    'results',
  ),
  ask: ({ query }) => ({ method: 'POST', path: '/brain/retrieve', body: { query, k: MOST_FOUND } }),
  tell({ facts }: Found, { origin }) {
    // Several facts may be of one memory.
    const titles = new Map<string, string>()
    for (const { fact, memory_id } of facts)
      if (memory_id !== undefined && !titles.has(memory_id)) titles.set(memory_id, titleOf(fact))
    return asJson({ results: [...titles].map(([id, title]) => ({ id, title, url: urlOf(origin, id) })) })
  },
}

export const fetchMemory: Tool = {
  name: 'fetch',
  title: 'Fetch a memory',
  description: 'See one memory whole, by the id that search gave.',
  does: 'read',
  input: { id: text },
  required: ['id'],
  output: objectOf(
    { id: text, title: text, text, url: text, metadata: { type: 'object' } },
    ...['id', 'title', 'text', 'url'],
  ),
  ask: (given) => ({ method: 'GET', path: memoryPath(given) }),
  tell({ id, text: stored, source, occurred_at, state = 'current' }: Memory, { origin }) {
    const metadata = { source, occurred_at: isoTime(occurred_at), state }
    return asJson({ id, title: titleOf(stored), text: stored, url: urlOf(origin, id), metadata })
  },
}

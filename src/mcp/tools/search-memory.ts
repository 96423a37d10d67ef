import { isoTime } from '../quoted.ts'
import { integer, listOf, number, objectOf, pick, type Tool, text } from '../tool.ts'
import { filters, persona } from './arguments.ts'

interface Answer {
  readonly context: string
  readonly facts: readonly {
    readonly fact: string
    readonly memory_id?: string
    readonly score: number
    readonly occurred_at: number
    readonly trust: { readonly source: string }
    readonly superseded?: boolean
  }[]
}

const FILTERS = ['source', 'entity', 'since', 'until']

export const searchMemory: Tool = {
  name: 'search_memory',
  title: 'Search the memory',
  description:
    'Find what is remembered for a question or a topic. Scores from 0.7 are relevant; what is superseded no longer holds.',
  does: 'read',
  input: { query: text, k: { ...integer, description: '1 to 20 (5)' }, ...filters, persona },
  required: ['query'],
  output: objectOf(
    {
      facts: listOf(
        objectOf({
          fact: text,
          memory_id: text,
          score: number,
          source: text,
          occurred_at: text,
          superseded: { type: 'boolean' },
        }),
      ),
    },
    'facts',
  ),
  ask(given) {
    const filter = pick(given, FILTERS)
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !FILTERS.includes(name)))
    const body = { ...rest, context_format: 'quoted', ...(Object.keys(filter).length > 0 ? { filter } : {}) }
    return { method: 'POST', path: '/brain/retrieve', body }
  },
  tell({ context, facts }: Answer) {
    return {
      text: context || 'Nothing is remembered of that.',
      structured: {
        facts: facts.map(({ fact, memory_id, score, occurred_at, trust, superseded }) => ({
          ...{ fact, memory_id, score, source: trust.source, occurred_at: isoTime(occurred_at), superseded },
        })),
      },
    }
  },
}

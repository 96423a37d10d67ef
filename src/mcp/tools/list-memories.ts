import { quoted } from '../quoted.ts'
import { listOf, objectOf, type Tool, textAbout } from '../tool.ts'
import { filters, page, persona } from './arguments.ts'
import { type Memory, memoryProperties, toStructured } from './memory.ts'

interface Answer {
  readonly memories: readonly Memory[]
  readonly next_cursor: string | null
}

/** Many in one answer: of each as much as tells what it is about. */
const MOST_LENGTH = 500
const USUAL_LIMIT = 20

export const listMemories: Tool = {
  name: 'list_memories',
  title: 'List memories',
  description: `List what was told, newest first; long texts are cut, get_memory has them whole. ${USUAL_LIMIT} at a time unless limit says otherwise.`,
  does: 'read',
  input: { q: textAbout('Words that all occur'), ...filters, ...page, persona },
  required: [],
  output: objectOf(
    { memories: listOf(objectOf(memoryProperties)), next_cursor: { type: ['string', 'null'] } },
    'memories',
  ),
  ask: (given) => ({ method: 'GET', path: '/brain/memories', query: { limit: USUAL_LIMIT, ...given } }),
  tell({ memories, next_cursor }: Answer) {
    const more = next_cursor === null ? '' : `\nThere are more: cursor ${next_cursor}`
    return {
      text: quoted(memories, MOST_LENGTH) + more,
      structured: { memories: memories.map((one) => toStructured(one, MOST_LENGTH)), next_cursor },
    }
  },
}

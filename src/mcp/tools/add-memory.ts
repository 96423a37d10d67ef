import { objectOf, type Tool, text, textAbout } from '../tool.ts'
import { filters, persona, source } from './arguments.ts'

interface Answer {
  readonly memory_id?: string
  readonly duplicate_of?: string
  readonly facts_ingested: number
  readonly msg: string
}

export const addMemory: Tool = {
  name: 'add_memory',
  title: 'Add a memory',
  description:
    'Remember a statement for later conversations. Write it so that it stands alone: names instead of pronouns.',
  does: 'add',
  input: {
    text,
    source: { ...source, description: 'Who says it (user)' },
    occurred_at: textAbout('ISO 8601; now unless given'),
    session_id: filters.session_id,
    metadata: { type: 'object' },
    persona,
  },
  required: ['text'],
  output: objectOf({ memory_id: text, duplicate_of: text, facts_ingested: { type: 'integer' } }),
  ask: (given) => ({ method: 'POST', path: '/brain/ingest', body: given }),
  tell({ memory_id, duplicate_of, facts_ingested, msg }: Answer) {
    return {
      text: memory_id === undefined ? msg : `${msg} (${memory_id})`,
      structured: { memory_id, duplicate_of, facts_ingested },
    }
  },
}

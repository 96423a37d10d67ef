import { integer, memoryPath, objectOf, type Tool, text } from '../tool.ts'
import { id } from './arguments.ts'

interface Answer {
  readonly id: string
  readonly version?: number
}

export const updateMemory: Tool = {
  name: 'update_memory',
  title: 'Update a memory',
  description:
    'Correct a memory: a new text replaces the old one and is read anew; metadata is merged, null deletes a key.',
  does: 'change',
  input: {
    ...id,
    text,
    metadata: { type: 'object' },
    occurred_at: text,
    version: { ...integer, description: 'Refuse if it has another by now' },
  },
  required: ['id'],
  output: objectOf({ id: text, version: integer }, 'id'),
  ask(given) {
    const { id: _, version, ...body } = given
    return {
      ...{ method: 'PATCH', path: memoryPath(given), body },
      ...(version == null ? {} : { headers: { 'if-match': `"${String(version)}"` } }),
    }
  },
  tell({ id, version }: Answer) {
    return {
      text: `${id} is changed${version === undefined ? '' : `; it has version ${version} now`}.`,
      structured: { id, version },
    }
  },
}

import { memoryPath, objectOf, type Tool, text } from '../tool.ts'
import { id } from './arguments.ts'

interface Answer {
  readonly receipt_id: string
  readonly erased: Readonly<Record<string, number>>
}

export const deleteMemory: Tool = {
  name: 'delete_memory',
  title: 'Delete a memory',
  description: 'Erase a memory for good, with all that only it supports.',
  does: 'change',
  input: id,
  required: ['id'],
  output: objectOf({ receipt_id: text, erased: { type: 'object' } }, 'receipt_id'),
  ask: (given) => ({ method: 'DELETE', path: memoryPath(given) }),
  tell({ receipt_id, erased }: Answer) {
    return { text: `It is erased; the receipt is ${receipt_id}.`, structured: { receipt_id, erased } }
  },
}

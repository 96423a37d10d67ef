import { quoted } from '../quoted.ts'
import { listOf, memoryPath, objectOf, type Tool, text } from '../tool.ts'
import { id } from './arguments.ts'
import { type Memory, memoryProperties, toStructured } from './memory.ts'

interface Answer extends Memory {
  readonly facts: readonly { readonly fact: string; readonly state: string }[]
}

/** As long as a text can be. */
const WHOLE = 100_000

export const getMemory: Tool = {
  name: 'get_memory',
  title: 'Get a memory',
  description: 'See one memory whole, with the facts read from it.',
  does: 'read',
  input: id,
  required: ['id'],
  output: objectOf({ ...memoryProperties, version: { type: 'integer' }, facts: listOf(text) }, 'id', 'text'),
  ask: (given) => ({ method: 'GET', path: memoryPath(given) }),
  tell(memory: Answer) {
    const { version, metadata, facts } = memory
    return {
      text: quoted([memory], WHOLE),
      structured: { ...toStructured(memory), version, metadata, facts: facts.map(({ fact }) => fact) },
    }
  },
}

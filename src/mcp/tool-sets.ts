import type { Tool } from './tool.ts'
import { addMemory } from './tools/add-memory.ts'
import { fetchMemory, search } from './tools/chatgpt.ts'
import { deleteMemory } from './tools/delete-memory.ts'
import { getMemory } from './tools/get-memory.ts'
import { getProfile } from './tools/get-profile.ts'
import { listMemories } from './tools/list-memories.ts'
import { searchMemory } from './tools/search-memory.ts'
import { updateMemory } from './tools/update-memory.ts'

/** The tools of an endpoint, by `?tools=`. Their order is the one in which they are listed. */
export const TOOL_SETS = {
  memory: [addMemory, searchMemory, listMemories, getMemory, updateMemory, deleteMemory, getProfile],
  chatgpt: [search, fetchMemory],
} as const satisfies Record<string, readonly Tool[]>

export type ToolSet = keyof typeof TOOL_SETS

// Compiled against the installed package and the frameworks' own: each takes what is made for it.
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { createClient } from '@edge-brain/client'
import { createMemoryMiddleware, createMemoryTools } from '@edge-brain/client/ai-sdk'
import { createClaudeMemory } from '@edge-brain/client/claude-memory'
import { BrainStore } from '@edge-brain/client/langgraph'
import type { BaseStore } from '@langchain/langgraph-checkpoint'
import type { LanguageModelMiddleware, ToolSet } from 'ai'

const client = createClient({ url: 'http://localhost:8787' })

export const middleware: LanguageModelMiddleware = createMemoryMiddleware({ client })
export const tools: ToolSet = createMemoryTools({ client, persona: 'ada' })
export const store: BaseStore = new BrainStore({ client })
export const handlers: MemoryToolHandlers = createClaudeMemory({ client }).handlers

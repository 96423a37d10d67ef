// Compiled in an empty project against the installed package: what a caller may write, and what the compiler has to refuse.
import {
  BrainError,
  type CallOptions,
  createClient,
  type Fact,
  type Memory,
  NotFoundError,
  RateLimitError,
} from '@edge-brain/client'
import { createClaudeMemory, type MemoryCommand } from '@edge-brain/client/claude-memory'

const client = createClient({ url: 'http://localhost:8787', apiKey: 'key', timeoutMs: 1000, maxRetries: 3 })

export async function calls(options: CallOptions): Promise<Fact[]> {
  const stored = await client.ingest({ text: 'Ada likes tea', source: 'user', metadata: { n: 1 } }, options)
  const id: string | undefined = stored.memory_id
  const memories: Memory[] = []
  for await (const memory of client.listMemories({ persona: 'ada', since: 1700000000, metadata: { n: 1 } }))
    memories.push(memory)
  const page = await client.listMemories()
  const next: string | null = page.next_cursor
  await client.editMemory('m_1', { metadata: { n: null } }, { ifMatch: 2, idempotencyKey: 'k' })
  await client.admin.createKey('account')
  const prometheus: string = await client.admin.metrics()
  for await (const line of client.export()) void line
  const { facts } = await client.retrieve({ query: `${id} ${next} ${prometheus}`, filter: { entity: 'Ada' } })
  return facts
}

export function explain(error: unknown): string {
  if (error instanceof RateLimitError) return `wait ${error.retryAfterMs}`
  if (error instanceof NotFoundError) return error.detail
  return error instanceof BrainError ? `${error.code} ${error.status} ${error.requestId}` : 'unknown'
}

const command: MemoryCommand = { command: 'view', path: '/memories' }
export const result: Promise<{ content: string; is_error: boolean }> = createClaudeMemory({ client }).run(command)

export async function wrong(): Promise<void> {
  // @ts-expect-error: the text is missing
  await client.ingest({ source: 'user' })
  // @ts-expect-error: no such source
  await client.ingest({ text: 'a', source: 'nobody' })
  // @ts-expect-error: k is a number
  await client.retrieve({ query: 'a', k: 'five' })
  // @ts-expect-error: no such field
  await client.retrieve({ query: 'a', topK: 5 })
  // @ts-expect-error: no such filter
  client.listMemories({ sessionId: 's' })
  // @ts-expect-error: an id is a string
  await client.getMemory(5)
  // @ts-expect-error: no such call
  await client.remember('a')
  // @ts-expect-error: a client has to know where the service is
  createClient({ apiKey: 'key' })
}

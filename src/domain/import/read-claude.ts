import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * One conversation of the `conversations.json` that claude.ai exports: `uuid`, `name`, `created_at` and `chat_messages`, each with `uuid`,
 * `sender`, `text`, `content`, `created_at` and `attachments`. Anthropic publishes no schema; the fields are as Sinity/polylogue
 * (docs/providers/claude-ai.md) and socketteer/Claude-Conversation-Exporter read them. Newer files name the message before
 * (`parent_message_uuid`) and the current one (`current_leaf_message_uuid`): then what was edited away is left out.
 */
export function* readClaude(value: unknown, at: string, now: number): Generator<Found> {
  const messages = fieldOf(value, 'chat_messages')
  if (!Array.isArray(messages)) {
    yield { at, problem: 'is no conversation: chat_messages, a list, was expected' }
    return
  }
  const id = textOf(value, 'uuid')
  const title = textOf(value, 'name')
  const current = currentMessages(messages, textOf(value, 'current_leaf_message_uuid'))
  for (const [n, message] of messages.entries()) {
    const place = `${at}, message ${n + 1}`
    if (!isFields(message)) {
      yield { at: place, problem: 'is no message: an object was expected' }
      continue
    }
    const sender = fieldOf(message, 'sender')
    if (sender !== 'human' && sender !== 'user' && sender !== 'assistant') {
      yield { at: place, problem: 'has no sender: human or assistant was expected' }
      continue
    }
    if (current && !current.has(message)) {
      yield { skipped: 1 }
      continue
    }
    const told = {
      persona: null,
      sessionId: id,
      metadata: keptMetadata([['conversation', title]]),
      occurredAt: timeOf(now, fieldOf(message, 'created_at'), fieldOf(value, 'created_at')),
      identity: [id ?? '', textOf(message, 'uuid') ?? String(n + 1)],
    }
    const source = sender === 'assistant' ? 'assistant' : 'user'
    yield* toldTexts({ ...told, text: saidIn(message), source })
    for (const [m, attachment] of listOf(fieldOf(message, 'attachments')).entries()) {
      const text = textOf(attachment, 'extracted_content')
      if (text === null) continue
      const metadata = keptMetadata([
        ['conversation', title],
        ['file', textOf(attachment, 'file_name')],
      ])
      yield* toldTexts({
        ...told,
        text,
        source: 'document',
        metadata,
        identity: [...told.identity, `attachment ${m + 1}`],
      })
    }
  }
}

/** What was written, without what was thought, looked up and done in between. Older files have the text alone. */
function saidIn(message: unknown): string {
  const blocks = listOf(fieldOf(message, 'content')).flatMap((block) =>
    fieldOf(block, 'type') === 'text' ? (textOf(block, 'text') ?? []) : [],
  )
  return blocks.length > 0 ? blocks.join('\n\n') : (textOf(message, 'text') ?? '')
}

/** The messages on the way to the current one; null: the file does not say which it is. */
function currentMessages(messages: readonly unknown[], leaf: string | null): Set<unknown> | null {
  if (leaf === null) return null
  const byId = new Map(messages.map((message) => [fieldOf(message, 'uuid'), message]))
  const found = new Set<unknown>()
  // A circle ends where it meets itself.
  for (let at: unknown = byId.get(leaf); at !== undefined && !found.has(at); ) {
    found.add(at)
    at = byId.get(fieldOf(at, 'parent_message_uuid'))
  }
  return found.size > 0 ? found : null
}

import { leftBranches } from './claude-branch.ts'
import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { readText } from './read-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * One value of a file that claude.ai exports: a conversation of `conversations.json` or of `design_chats/`, a project with its documents, what
 * Claude remembers, or an account. Anthropic publishes no schema; the fields are as those found them who read real exports (docs/import.md
 * names them).
 */
export function* readClaude(value: unknown, at: string, now: number): Generator<Found> {
  if (Array.isArray(fieldOf(value, 'chat_messages'))) yield* readConversation(value, at, now)
  else if (isMemories(value)) yield* readMemories(value, now)
  else if (isProject(value)) yield* readProject(value, at.replace('conversation', 'project'), now)
  else if (isDesignChat(value)) yield* readConversation(asConversation(value), at, now)
  else if (fieldOf(value, 'email_address') !== undefined) yield { skipped: 1 }
  else yield { at, problem: 'is no conversation: chat_messages, a list, was expected' }
}

function* readConversation(value: unknown, at: string, now: number): Generator<Found> {
  const messages = listOf(fieldOf(value, 'chat_messages'))
  if (fieldOf(value, 'is_temporary') === true) {
    yield { skipped: messages.length }
    return
  }
  const id = textOf(value, 'uuid')
  const title = textOf(value, 'name')
  const left = leftBranches(messages, textOf(value, 'current_leaf_message_uuid'))
  for (const [n, message] of messages.entries()) {
    const place = `${at}, message ${n + 1}`
    if (!isFields(message)) {
      yield { at: place, problem: 'is no message: an object was expected' }
      continue
    }
    const sender = fieldOf(message, 'sender')
    if (sender !== 'human' && sender !== 'user' && sender !== 'assistant' && sender !== 'system') {
      yield { at: place, problem: 'has no sender: human or assistant was expected' }
      continue
    }
    if (sender === 'system' || left.has(message)) {
      yield { skipped: 1 }
      continue
    }
    const files = listOf(fieldOf(message, 'files')).flatMap((one) => textOf(one, 'file_name') ?? [])
    const told = {
      persona: null,
      sessionId: id,
      metadata: keptMetadata([
        ['conversation', title],
        ['files', files.length > 0 ? files : null],
      ]),
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
      const identity = [...told.identity, `attachment ${m + 1}`]
      yield* toldTexts({ ...told, text, source: 'document', metadata, identity })
    }
  }
}

/** What stands in `text` for a use of a tool. */
const NOT_SHOWN = /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?/g

/** What was written, without what was thought, looked up and done in between. Older files have the text alone. */
function saidIn(message: unknown): string {
  const blocks = listOf(fieldOf(message, 'content'))
  if (blocks.length === 0) return (textOf(message, 'text') ?? '').replace(NOT_SHOWN, '').trim()
  return blocks
    .flatMap((block) =>
      /^(?:text|voice_note)$/.test(`${fieldOf(block, 'type')}`) ? (textOf(block, 'text') ?? []) : [],
    )
    .join('\n\n')
}

const isDesignChat = (value: unknown): boolean =>
  Array.isArray(fieldOf(value, 'messages')) && (textOf(value, 'title') ?? fieldOf(value, 'project')) !== undefined

/** A chat of Claude Design: who says what stands one level deeper. */
function asConversation(value: unknown): unknown {
  const messages = listOf(fieldOf(value, 'messages')).map((message) => {
    const content = fieldOf(message, 'content')
    const role = fieldOf(content, 'role') ?? fieldOf(message, 'role')
    return {
      uuid: fieldOf(message, 'uuid'),
      sender: role === 'user' ? 'human' : role,
      text: fieldOf(content, 'content') ?? content,
      created_at: fieldOf(message, 'created_at') ?? fieldOf(content, 'timestamp'),
    }
  })
  return {
    uuid: fieldOf(value, 'uuid'),
    name: textOf(fieldOf(value, 'project'), 'name') ?? textOf(value, 'title'),
    created_at: fieldOf(value, 'created_at'),
    chat_messages: messages,
  }
}

const isProject = (value: unknown): boolean =>
  Array.isArray(fieldOf(value, 'docs')) || typeof fieldOf(value, 'prompt_template') === 'string'

/** The documents of a project, and what its owner wrote about it. */
function* readProject(value: unknown, at: string, now: number): Generator<Found> {
  const project = textOf(value, 'name')
  const id = textOf(value, 'uuid') ?? project ?? ''
  const created = fieldOf(value, 'created_at')
  const about = (name: string | null, occurredAt: number | null, identity: readonly string[]) =>
    ({ name, now, source: 'document', persona: null, occurredAt, identity, metadata: { project } }) as const
  for (const field of ['description', 'prompt_template'])
    yield* readText(textOf(value, field) ?? '', about(null, timeOf(now, created), [id, field]))
  for (const [n, document] of listOf(fieldOf(value, 'docs')).entries()) {
    const text = textOf(document, 'content')
    if (text === null) yield { at: `${at}, document ${n + 1}`, problem: 'has no content: a text was expected' }
    else {
      const name = textOf(document, 'filename')
      const occurredAt = timeOf(now, fieldOf(document, 'created_at'), created)
      yield* readText(text, about(name, occurredAt, [id, textOf(document, 'uuid') ?? name ?? `${n + 1}`]))
    }
  }
}

const isMemories = (value: unknown): boolean =>
  fieldOf(value, 'conversations_memory') !== undefined || fieldOf(value, 'project_memories') !== undefined

/** What Claude keeps about the user, and about each project: Markdown that it writes anew every day, without a time. */
function* readMemories(value: unknown, now: number): Generator<Found> {
  const projects = fieldOf(value, 'project_memories')
  const memories = [
    ['', textOf(value, 'conversations_memory')] as const,
    ...Object.keys(isFields(projects) ? projects : {}).map((id) => [id, textOf(projects, id)] as const),
  ]
  for (const [id, text] of memories)
    yield* readText(text ?? '', {
      ...{ name: null, now, source: 'assistant', persona: null, occurredAt: null },
      ...{ identity: ['memories', id], metadata: id === '' ? {} : { project_id: id } },
    })
}

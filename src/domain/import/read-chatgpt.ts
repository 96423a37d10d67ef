import { currentBranch } from './chatgpt-branch.ts'
import { chatGptText, rememberedIn, settingText } from './chatgpt-text.ts'
import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found, ImportedText } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * One conversation of ChatGPT's `conversations.json`, or of `conversations-000.json` and the following. OpenAI publishes no schema; the fields
 * are as those found them who read real exports (docs/import.md names them). What the user sees is the way from `current_node` to the root.
 */
export function* readChatGpt(value: unknown, at: string, now: number): Generator<Found> {
  const mapping = fieldOf(value, 'mapping')
  if (!isFields(mapping)) {
    const isShared = fieldOf(value, 'is_anonymous') !== undefined
    const problem = isShared
      ? 'is a link to a conversation: its messages are in conversations.json'
      : 'is no conversation: mapping, an object, was expected'
    yield { at, problem }
    return
  }
  const { nodes, isCircle } = currentBranch(mapping, fieldOf(value, 'current_node'))
  if (fieldOf(value, 'is_do_not_remember') === true || fieldOf(value, 'is_temporary_chat') === true) {
    yield { skipped: nodes.filter(({ node }) => isFields(fieldOf(node, 'message'))).length }
    return
  }
  const id = textOf(value, 'conversation_id') ?? textOf(value, 'id')
  const title = textOf(value, 'title')
  // A message without a time was said after the one before it.
  let occurredAt = timeOf(now, fieldOf(value, 'create_time'))
  for (const [n, { key, node }] of nodes.entries()) {
    const message = fieldOf(node, 'message')
    // The root, and what was never answered.
    if (message === null || message === undefined) continue
    const problem = problemOf(message)
    if (problem !== null) {
      yield { at: `${at}, message ${n + 1}`, problem }
      continue
    }
    occurredAt = timeOf(now, fieldOf(message, 'create_time'), fieldOf(message, 'update_time')) ?? occurredAt
    const files = listOf(fieldOf(fieldOf(message, 'metadata'), 'attachments')).flatMap(
      (one) => textOf(one, 'name') ?? [],
    )
    const told = {
      persona: null,
      sessionId: id,
      metadata: keptMetadata([
        ['conversation', title],
        ['files', files.length > 0 ? files : null],
      ]),
      occurredAt,
      identity: [id ?? '', textOf(message, 'id') ?? key],
    }
    let isSaid = false
    for (const said of saidIn(message, now)) {
      isSaid = true
      yield* toldTexts({ ...told, ...said })
    }
    if (!isSaid) yield { skipped: 1 }
  }
  if (isCircle) yield { at, problem: 'has messages that follow each other in a circle; those before it were read' }
}

function problemOf(message: unknown): string | null {
  if (!isFields(message)) return 'is no message: an object was expected'
  if (typeof fieldOf(fieldOf(message, 'author'), 'role') !== 'string') return 'has no author: a role was expected'
  const content = fieldOf(message, 'content')
  if (!isFields(content)) return 'has no content: an object was expected'
  const parts = fieldOf(content, 'parts')
  return parts === undefined || parts === null || Array.isArray(parts) ? null : 'has no parts: a list was expected'
}

type Said = Pick<ImportedText, 'text' | 'source'> & Partial<ImportedText>

/** What a message says to the other side, and what it has remembered; nothing: it is a call of a tool, its output, hidden, or reasoning. */
function* saidIn(message: unknown, now: number): Generator<Said> {
  const content = fieldOf(message, 'content')
  const type = fieldOf(content, 'content_type')
  const metadata = fieldOf(message, 'metadata')
  const profile = profileIn(content, metadata)
  if (profile !== null) yield { text: profile, source: 'user', identity: ['profile', profile] }
  if (type === 'model_editable_context')
    for (const { text, date } of rememberedIn(textOf(content, 'model_set_context') ?? ''))
      yield { ...remembered(text), sessionId: null, ...(date === null ? {} : { occurredAt: timeOf(now, date) }) }
  if (type !== 'text' && type !== 'multimodal_text' && type !== 'code') return
  const role = fieldOf(fieldOf(message, 'author'), 'role')
  const text = chatGptText(content)
  if (text === '' || (role !== 'user' && role !== 'assistant')) return
  const recipient = fieldOf(message, 'recipient') ?? 'all'
  if (recipient === 'bio' && role === 'assistant' && !/^(?:forget|delete|remove)\b/i.test(text)) {
    for (const line of text.split('\n')) if (line.trim() !== '') yield remembered(line.trim())
  }
  if (recipient !== 'all' || isHidden(message, metadata)) return
  const name = role === 'user' ? textOf(fieldOf(message, 'author'), 'name') : null
  yield { text: name === null ? text : `${name}: ${text}`, source: role }
}

/** What ChatGPT remembers stands where it was noted, and again in every list of it. */
const remembered = (text: string): Said => ({ text, source: 'assistant', identity: ['memory', text] })

const isHidden = (message: unknown, metadata: unknown): boolean =>
  fieldOf(metadata, 'is_visually_hidden_from_conversation') === true ||
  fieldOf(metadata, 'is_thinking_preamble_message') === true ||
  fieldOf(message, 'channel') === 'analysis' ||
  fieldOf(message, 'weight') === 0

/** "About me" of the custom instructions, as older and newer exports keep it. */
function profileIn(content: unknown, metadata: unknown): string | null {
  const isProfile = fieldOf(content, 'content_type') === 'user_editable_context'
  if (!isProfile && fieldOf(metadata, 'is_user_system_message') !== true) return null
  const asWritten = textOf(fieldOf(metadata, 'user_context_message_data'), 'about_user_message')
  return asWritten ?? (isProfile ? settingText(textOf(content, 'user_profile')) : null)
}

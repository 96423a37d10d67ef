import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * One conversation of ChatGPT's `conversations.json`. OpenAI publishes no schema; the fields are as mohamed-chs/convoviz
 * (docs/dev/chatgpt-spec.md) and mitkury/chatgpt-export-parser (docs/chatgpt-data-export-format.md) found them in real exports. Edited and
 * regenerated messages stay in `mapping` as branches: what the user sees is the way from `current_node` to the root.
 */
export function* readChatGpt(value: unknown, at: string, now: number): Generator<Found> {
  const mapping = fieldOf(value, 'mapping')
  if (!isFields(mapping)) {
    yield { at, problem: 'is no conversation: mapping, an object, was expected' }
    return
  }
  const id = textOf(value, 'conversation_id') ?? textOf(value, 'id')
  const title = textOf(value, 'title')
  const { nodes, isCircle } = currentBranch(mapping, fieldOf(value, 'current_node'))
  for (const [n, { key, node }] of nodes.entries()) {
    const message = fieldOf(node, 'message')
    // The root, and what was never answered.
    if (message === null || message === undefined) continue
    const place = `${at}, message ${n + 1}`
    if (!isFields(message)) {
      yield { at: place, problem: 'is no message: an object was expected' }
      continue
    }
    const said = saidIn(message)
    if (said === null) {
      yield { skipped: 1 }
      continue
    }
    yield* toldTexts({
      text: said.text,
      persona: null,
      source: said.source,
      sessionId: id,
      metadata: keptMetadata([['conversation', title]]),
      occurredAt: timeOf(now, fieldOf(message, 'create_time'), fieldOf(value, 'create_time')),
      identity: said.isProfile ? ['profile', said.text] : [id ?? '', textOf(message, 'id') ?? key],
    })
  }
  if (isCircle) yield { at, problem: 'has messages that follow each other in a circle; those before it were read' }
}

interface Node {
  readonly key: string
  readonly node: unknown
}

type Mapping = Readonly<Record<string, unknown>>

/** From the first message to the current one. */
function currentBranch(mapping: Mapping, current: unknown): { readonly nodes: Node[]; readonly isCircle: boolean } {
  const nodes: Node[] = []
  const seen = new Set<string>()
  let key: unknown = typeof current === 'string' && Object.hasOwn(mapping, current) ? current : latestLeaf(mapping)
  while (typeof key === 'string' && Object.hasOwn(mapping, key)) {
    if (seen.has(key)) return { nodes: nodes.reverse(), isCircle: true }
    seen.add(key)
    const node = mapping[key]
    nodes.push({ key, node })
    key = fieldOf(node, 'parent')
  }
  return { nodes: nodes.reverse(), isCircle: false }
}

/** Where a conversation does not say how it ends: the latest message that nobody answered. */
function latestLeaf(mapping: Mapping): string | null {
  let latest: { readonly key: string; readonly at: number } | null = null
  for (const [key, node] of Object.entries(mapping)) {
    if (listOf(fieldOf(node, 'children')).length > 0) continue
    const time = fieldOf(fieldOf(node, 'message'), 'create_time')
    const at = typeof time === 'number' ? time : 0
    if (latest === null || at >= latest.at) latest = { key, at }
  }
  return latest?.key ?? null
}

interface Said {
  readonly text: string
  readonly source: 'user' | 'assistant'
  /** What the user wrote about himself in the settings; it stands in every conversation. */
  readonly isProfile?: true
}

/** What a message says to the other side; null: it is a call of a tool, its output, hidden, or reasoning. */
function saidIn(message: unknown): Said | null {
  const profile = profileIn(message)
  if (profile !== null) return { text: profile, source: 'user', isProfile: true }
  if (fieldOf(fieldOf(message, 'metadata'), 'is_visually_hidden_from_conversation') === true) return null
  const role = fieldOf(fieldOf(message, 'author'), 'role')
  if (role !== 'user' && role !== 'assistant') return null
  const recipient = fieldOf(message, 'recipient')
  if (typeof recipient === 'string' && recipient !== 'all') return null
  const content = fieldOf(message, 'content')
  const type = fieldOf(content, 'content_type')
  if (type !== 'text' && type !== 'multimodal_text') return null
  const text = withoutMarkers(listOf(fieldOf(content, 'parts')).flatMap(partText).join('\n\n'))
  return text === '' ? null : { text, source: role }
}

/** A part is a text, or an object: what was said aloud is a text too, a picture is none. */
function partText(part: unknown): string[] {
  const text = typeof part === 'string' ? part : textOf(part, 'text')
  return text === null || text.trim() === '' ? [] : [text.toWellFormed()]
}

/** "About me" of the custom instructions, as older and newer exports keep it. */
function profileIn(message: unknown): string | null {
  const content = fieldOf(message, 'content')
  if (fieldOf(content, 'content_type') === 'user_editable_context') return textOf(content, 'user_profile')
  const metadata = fieldOf(message, 'metadata')
  if (fieldOf(metadata, 'is_user_system_message') !== true) return null
  return textOf(fieldOf(metadata, 'user_context_message_data'), 'about_user_message')
}

/** Citations are marked with characters for private use, or as 【12†source】; without what they point to they say nothing. */
const withoutMarkers = (text: string): string =>
  text
    .replace(/\ue200[^\ue200\ue201]{0,4096}\ue201/g, '')
    .replace(/[\ue200-\ue2ff]/g, '')
    .replace(/【[^【】\n]{1,200}†[^【】\n]{0,200}】/g, '')
    .trim()

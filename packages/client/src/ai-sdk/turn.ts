import type { LanguageModelMiddleware } from 'ai'

/** A call of a model, as a middleware sees it. */
export type CallParams = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params']
type Prompt = CallParams['prompt']
type Message = Prompt[number]

/** How a part of a prompt that we added is told from what the user said. */
const OURS = 'edge-brain'

/** What the user said last, and what has come of it since. One turn has as many calls of the model as it has steps. */
export interface Turn {
  /** Where in the prompt the user's last message is. */
  readonly at: number
  readonly said: string
  /** Whether nothing has come of it yet; else a tool was called, and this is a further step. */
  readonly isNew: boolean
  /** What the assistant said in the steps before this one. */
  readonly answered: readonly string[]
}

/** null: the user says nothing that could be recalled for or remembered. */
export function readTurn(prompt: Prompt): Turn | null {
  const at = prompt.findLastIndex(({ role }) => role === 'user')
  // He may say it in several messages, or again where nothing was answered.
  const from = prompt.findLastIndex(({ role }, index) => index < at && role !== 'user') + 1
  const said = prompt
    .slice(from, at + 1)
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n')
  if (said.trim() === '') return null
  const since = prompt.slice(at + 1)
  const answers = since.filter(({ role }) => role === 'assistant').map(textOf)
  return { at, said, isNew: since.length === 0, answered: answers.filter((text) => text !== '') }
}

export const textOf = ({ role, content }: Message): string =>
  role === 'system'
    ? content
    : content.flatMap((part) => (part.type === 'text' && !part.providerOptions?.[OURS] ? [part.text] : [])).join('\n')

/** The same turn has the same, at each of its steps. */
export const turnKey = (prompt: Prompt, { at }: Turn): string =>
  JSON.stringify(prompt.slice(0, at + 1).map((message) => [message.role, textOf(message)]))

/**
 * Puts what is remembered before the words of the user. Not into the system's: what is stored is data that anybody may have written, and what
 * changes with every turn would keep a provider from caching the prompt.
 */
export const withContext = (prompt: Prompt, { at }: Turn, context: string): Prompt =>
  prompt.map((message, index) =>
    index === at && message.role === 'user'
      ? {
          ...message,
          content: [
            { type: 'text', text: context, providerOptions: { [OURS]: { recalled: true } } },
            ...message.content,
          ],
        }
      : message,
  )

/** Whose memory it is may be said with each call: `providerOptions: { 'edge-brain': { persona, sessionId } }`. */
export function scopeOf(params: CallParams): { persona?: string; sessionId?: string } {
  const { persona, sessionId } = params.providerOptions?.[OURS] ?? {}
  return {
    ...(typeof persona === 'string' ? { persona } : {}),
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
  }
}

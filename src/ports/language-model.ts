import { BrainError } from '../domain/errors.ts'

export interface LanguageModelRequest {
  /** What the model is told to do; never holds anything that was stored. */
  readonly system: string
  readonly prompt: string
  /** For everything the call does, its retry included. */
  readonly timeoutMs: number
  readonly maxTokens: number
  /** For a provider outside: which trace the call is part of. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Tokens {
  readonly in: number
  readonly out: number
}

/** What an answer has to look like. Every string and list in it is bounded, or a small model may fill its token limit with one field. */
export interface OutputSchema<T> {
  readonly name: string
  /** As JSON Schema, for models that can be held to it. */
  readonly json: Readonly<Record<string, unknown>>
  /** null: not an answer. */
  parse(value: unknown): T | null
}

export interface GeneratedText {
  readonly text: string
  /** The token limit cut it off. */
  readonly truncated: boolean
  readonly tokens: Tokens
}

export interface GeneratedObject<T> {
  readonly value: T
  readonly tokens: Tokens
}

/**
 * A language model, where one is configured. Every implementation promises:
 * - A call ends within its `timeoutMs`, with at most one retry, and only of what a retry can mend.
 * - An object passed its schema; what did not is a failure, never a guess.
 * - Every failure is a LanguageModelError whose message is safe to show: it holds nothing of prompt, answer or key.
 * - The tokens of failed attempts are counted too, as far as the provider tells.
 */
export interface LanguageModel {
  readonly id: string
  generate(request: LanguageModelRequest): Promise<GeneratedText>
  generateObject<T>(request: LanguageModelRequest & { readonly schema: OutputSchema<T> }): Promise<GeneratedObject<T>>
}

/** `unreachable` covers dropped connections and 5xx; `refused` is a status that says that we did something wrong (key, model name). */
export type LanguageModelProblem = 'unreachable' | 'busy' | 'refused' | 'slow' | 'truncated' | 'nonsense'

const MESSAGES: Record<LanguageModelProblem, string> = {
  unreachable: 'The LLM provider cannot be reached or failed.',
  busy: 'The LLM provider is busy (rate limit).',
  refused: 'The LLM provider refused the call; its URL, model or key may be wrong.',
  slow: 'The LLM provider did not answer in time.',
  truncated: 'The LLM ran into its token limit before its answer was complete.',
  nonsense: 'The LLM provider answered something that is not usable.',
}

export class LanguageModelError extends BrainError {
  readonly problem: LanguageModelProblem
  readonly tokens: Tokens

  constructor(problem: LanguageModelProblem, options: { cause?: unknown; tokens?: Tokens } = {}) {
    super('llm-unavailable', MESSAGES[problem], {
      cause: options.cause,
      retryAfterSeconds: problem === 'busy' ? 30 : 10,
    })
    this.name = 'LanguageModelError'
    this.problem = problem
    this.tokens = options.tokens ?? { in: 0, out: 0 }
  }
}

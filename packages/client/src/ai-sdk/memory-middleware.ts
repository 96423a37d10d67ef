import type { LanguageModelMiddleware } from 'ai'
import type { BrainClient, CallOptions, IngestItem } from '../client.ts'
import { LONGEST_TIMER_MS } from '../retry.ts'
import { type CallParams, readTurn, scopeOf, type Turn, turnKey, withContext } from './turn.ts'
import { watchStream } from './watch-stream.ts'

export interface MemoryMiddlewareOptions {
  readonly client: Pick<BrainClient, 'retrieve' | 'ingestBatch'>
  /** Whose memory it is, where a key has several; a call can say otherwise in `providerOptions['edge-brain'].persona`. */
  readonly persona?: string | undefined
  /** The conversation; a call can say otherwise in `providerOptions['edge-brain'].sessionId`. */
  readonly sessionId?: string | undefined
  /** How many facts are recalled at most, 5 unless given; 0 recalls nothing. */
  readonly k?: number | undefined
  /** What is remembered of a turn: what both said unless given. */
  readonly remember?: 'both' | 'user' | 'nothing' | undefined
  /** For recalling, which the model waits for: 3,000 unless given. */
  readonly recallTimeoutMs?: number | undefined
  /** For remembering, which the end of the answer waits for: 10,000 unless given. */
  readonly rememberTimeoutMs?: number | undefined
  /** Told what went wrong: an answer without memory is better than none. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const LONGEST_QUERY = 10_000
const LONGEST_TEXT = 100_000
/** Turns that are under way at once, of which what was recalled is kept for their further steps. */
const MOST_TURNS = 200
/** A turn that begins again within this time is one whose model failed, and is tried again. */
const SAME_TURN_MS = 60_000

/** For both tries and the waiting between them: a service that asks to come back in a minute must not hold the turn. */
const within = (timeoutMs: number, aborted?: AbortSignal): CallOptions => ({
  ...{ timeoutMs, maxRetries: 1, maxRetryAfterMs: timeoutMs },
  signal: AbortSignal.any([AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS)), ...(aborted ? [aborted] : [])]),
})

type Finish = 'finished' | 'goes on' | 'aborted' | 'failed'

/** What a reason to finish means for a turn, where it is not that all was said. */
const finishes: Readonly<Record<string, Finish>> = {
  ...{ 'tool-calls': 'goes on', error: 'failed', interrupted: 'aborted', 'content-filter': 'aborted' },
}

/**
 * For `wrapLanguageModel`: recalls what matters before a turn and remembers it after. Once a turn: the steps of a turn that call tools share
 * what was recalled, and it is remembered with the last of them. Of a turn that is aborted, what the user said is remembered.
 */
export function createMemoryMiddleware(options: MemoryMiddlewareOptions): LanguageModelMiddleware {
  const { client, k = 5, remember = 'both', recallTimeoutMs = 3_000, rememberTimeoutMs = 10_000 } = options
  const { onError = () => {} } = options
  const underWay = new Map<string, { readonly context: Promise<string>; readonly at: number }>()

  const scopeFor = (params: CallParams) => {
    const { persona = options.persona, sessionId = options.sessionId } = scopeOf(params)
    return { ...(persona ? { persona } : {}), ...(sessionId ? { session_id: sessionId } : {}) }
  }

  async function recall(params: CallParams, { said }: Turn): Promise<string> {
    try {
      const { context, facts } = await client.retrieve(
        { query: said.slice(0, LONGEST_QUERY), k, context_format: 'quoted', ...scopeFor(params) },
        within(recallTimeoutMs, params.abortSignal),
      )
      return facts.length > 0 ? context : ''
    } catch (error) {
      onError(error)
      return ''
    }
  }

  const keyOf = (params: CallParams, turn: Turn) => JSON.stringify([scopeFor(params), turnKey(params.prompt, turn)])

  function recallOnce(params: CallParams, turn: Turn): Promise<string> {
    const key = keyOf(params, turn)
    const known = underWay.get(key)
    if (known && (!turn.isNew || Date.now() - known.at < SAME_TURN_MS)) return known.context
    const context = recall(params, turn)
    underWay.delete(key)
    underWay.set(key, { context, at: Date.now() })
    if (underWay.size > MOST_TURNS) underWay.delete(underWay.keys().next().value!)
    return context
  }

  /** Never fails, and is not stopped by whoever aborts the answer. */
  async function rememberTurn(params: CallParams, answer: string, finish: Finish): Promise<void> {
    const turn = readTurn(params.prompt)
    if (turn === null || finish === 'goes on' || finish === 'failed') return
    underWay.delete(keyOf(params, turn))
    if (remember === 'nothing') return
    // An object that was asked for is no statement, and half an answer none that anybody stands for.
    const isSaying = remember === 'both' && finish === 'finished' && params.responseFormat?.type !== 'json'
    const answered = isSaying ? [...turn.answered, answer].join('\n').trim() : ''
    const item = (text: string, source: IngestItem['source']): IngestItem => ({
      ...{ text: text.slice(0, LONGEST_TEXT), source, ...scopeFor(params) },
    })
    const items = [item(turn.said, 'user'), ...(answered === '' ? [] : [item(answered, 'assistant')])]
    try {
      const { results } = await client.ingestBatch({ items }, within(rememberTimeoutMs))
      for (const result of results) if ('error' in result) onError(new Error(result.detail))
    } catch (error) {
      onError(error)
    }
  }

  const finishOf = ({ unified }: { unified: string }): Finish => finishes[unified] ?? 'finished'
  const failureOf = ({ abortSignal }: CallParams): Finish => (abortSignal?.aborted ? 'aborted' : 'failed')

  return {
    specificationVersion: 'v4',

    async transformParams({ params }) {
      const turn = k === 0 ? null : readTurn(params.prompt)
      const context = turn === null ? '' : await recallOnce(params, turn)
      return turn === null || context === '' ? params : { ...params, prompt: withContext(params.prompt, turn, context) }
    },

    async wrapGenerate({ doGenerate, params }) {
      let result: Awaited<ReturnType<typeof doGenerate>>
      try {
        result = await doGenerate()
      } catch (error) {
        await rememberTurn(params, '', failureOf(params))
        throw error
      }
      const answer = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      await rememberTurn(params, answer, finishOf(result.finishReason))
      return result
    },

    async wrapStream({ doStream, params }) {
      let result: Awaited<ReturnType<typeof doStream>>
      try {
        result = await doStream()
      } catch (error) {
        await rememberTurn(params, '', failureOf(params))
        throw error
      }
      let answer = ''
      // A stream that ends without saying how has said less than it wanted to.
      let finish: Finish = 'failed'
      const stream = watchStream(
        result.stream,
        (part) => {
          if (part.type === 'text-delta') answer += part.delta
          if (part.type === 'finish') finish = finishOf(part.finishReason)
        },
        // Whoever leaves after the end of the text has had all of it.
        (how) =>
          rememberTurn(params, answer, finish !== 'failed' ? finish : how === 'left' ? 'aborted' : failureOf(params)),
      )
      return { ...result, stream }
    },
  }
}

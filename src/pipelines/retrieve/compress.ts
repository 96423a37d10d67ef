import { neutralise } from '../../domain/injection/neutralise.ts'
import { DATA_RULE, dataBlock } from '../../domain/injection/prompt-data.ts'
import { isGrounded } from '../../domain/statement/grounded.ts'
import type { Source } from '../../domain/statement/source.ts'
import { type LanguageModel, LanguageModelError } from '../../ports/language-model.ts'
import { list, number, object, outputSchema, text } from '../llm/output-schema.ts'
import type { Ranked } from '../search/rank.ts'
import { type ContextFormat, contextLine, joinLines } from './context.ts'

const MAX_LINES = 20
const MAX_TOKENS = 1_200

export const linesSchema = outputSchema(
  'lines',
  object({ lines: list(object({ text: text(300), facts: list(number(MAX_LINES), 1, 8) }), 0, MAX_LINES) }),
)

const SYSTEM = [
  'You condense memories for a question: keep what helps to answer it, leave the rest out, join what belongs together.',
  'Answer as JSON: lines, each with a short text and the numbers of the facts it is made of. Use the words of the facts and add nothing.',
  DATA_RULE,
].join('\n')

export interface Compressed {
  readonly context: string
  /** Why the context is as it was, or null. */
  readonly problem: string | null
}

interface Request {
  readonly query: string
  /** In the order of the context; `number` is the place among the facts of the answer, from 1. */
  readonly facts: readonly { readonly fact: Ranked; readonly number: number; readonly source: Source }[]
  readonly context: string
  /** A condensed line has no time of its own, so that `dated` is plain; what is fenced stays so. */
  readonly format: ContextFormat
  readonly timeoutMs: number
}

/** Condenses the context for the query. What comes out is never longer than what went in, and each line names its facts as [n]. */
export async function compress(
  model: LanguageModel,
  { query, facts, context, format, timeoutMs }: Request,
): Promise<Compressed> {
  const lineFormat = format === 'quoted' ? 'quoted' : 'plain'
  const block = dataBlock(facts.map(({ fact, source }) => ({ text: fact.fact, source })))
  const keep = (problem: string): Compressed => ({ context, problem: `${problem} The context is not compressed.` })
  if (block.given.length === 0) return { context, problem: null }
  try {
    const { value } = await model.generateObject({
      system: SYSTEM,
      prompt: `${block.text}\n\nQuestion: ${query}\nCondense the facts for it:`,
      schema: linesSchema,
      maxTokens: MAX_TOKENS,
      timeoutMs,
    })
    const lines = new Set<string>()
    for (const line of value.lines) {
      const made = line.facts.flatMap((number) => facts[block.given[number - 1] ?? -1] ?? [])
      for (const text of toLines(line.text, made, lineFormat)) lines.add(text)
    }
    const condensed = joinLines([...lines], lineFormat)
    if (condensed === '') return keep('The LLM found nothing that it could say with the facts.')
    return condensed.length <= context.length ? { context: condensed, problem: null } : keep('The LLM made it longer.')
  } catch (error) {
    if (error instanceof LanguageModelError) return keep(error.message)
    throw error
  }
}

/** The line, or the facts' own lines where it says more than they do or takes more room. */
function toLines(text: string, made: Request['facts'], format: ContextFormat): string[] {
  if (made.length === 0) return []
  const facts = [...new Set(made)].sort((a, b) => b.fact.score - a.fact.score)
  const texts = facts.map(({ fact }) => fact.fact)
  const originals = facts.map(({ fact }) => contextLine(fact.fact, fact, format))
  const said = neutralise(text)
  const line = contextLine(said, facts[0]!.fact, format, ` ${facts.map(({ number }) => `[${number}]`).join('')}`)
  const fits = said !== '' && line.length <= originals.join('\n').length
  return fits && isGrounded(said, texts) ? [line] : originals
}

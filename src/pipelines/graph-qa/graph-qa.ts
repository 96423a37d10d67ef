import { personasAskedFor } from '../../domain/account/persona.ts'
import { type DataBlock, dataBlock } from '../../domain/injection/prompt-data.ts'
import { toFactId } from '../../domain/memory-id.ts'
import { keepCitations } from '../../domain/statement/citations.ts'
import { resolveConflicts } from '../../memory/resolve-conflicts.ts'
import { type LanguageModel, LanguageModelError } from '../../ports/language-model.ts'
import type { Ports } from '../../ports/ports.ts'
import { NO_SESSION } from '../../ports/sessions.ts'
import type { Later } from '../../runtime/later.ts'
import { LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import type { Trace } from '../../runtime/trace.ts'
import { countdown } from '../llm/countdown.ts'
import { encodeQuery } from '../search/encode-query.ts'
import { planRecall, type Question } from '../search/plan.ts'
import { rank } from '../search/rank.ts'
import { isAsOf } from '../search/request.ts'
import { expand, namedIn } from './expand.ts'
import { onceMorePrompt, questionPrompt, SYSTEM } from './prompt.ts'
import type { GraphQaRequest } from './request.ts'

export interface GraphAnswer {
  readonly answer: string
  readonly factsUsed: number
}

export const NOTHING_KNOWN = 'Memory holds nothing on this.'

/** Enough for four sentences, and for a model that thinks before it speaks. */
const MAX_TOKENS = 1_000
/** With less than this left a second try would only be cut off. */
const WORTH_A_CALL_MS = 500

/** What does not need the caller's standing: it runs while the admission is settled. */
export const prepareGraphQa = (ports: Ports, trace: Trace, request: GraphQaRequest) =>
  trace.step('encode', () => encodeQuery(ports, request))

/** Answers from graph facts alone: seeds, expansion, then a model that is given the facts as data and has to cite them. */
export async function graphQa(
  ports: Ports,
  model: LanguageModel,
  trace: Trace,
  request: GraphQaRequest,
  question: Question,
  later: Later,
): Promise<GraphAnswer> {
  // Among graph facts alone.
  const search = { ...request, includeEpisodic: false, includeSemantic: true, includeWorking: false }
  const plan = {
    ...planRecall(search, NO_SESSION, question),
    personas: personasAskedFor(request.persona, request.bound),
    everySeed: true,
  }
  const recollection = await trace.step('recall', () => ports.memory.recall(request.namespace, plan))
  const supersededBy = resolveConflicts(recollection.facts, recollection.rivals)
  const ranked = rank(recollection, supersededBy, plan, search, ports.config.decayHalfLifeDays)
  const found = expand(recollection.facts, ranked, namedIn(plan.names, plan.words), request.maxHops).slice(0, request.k)
  const block = dataBlock(found.map(({ fact }) => fact))
  trace.notes.set('records', block.given.length)
  if (block.given.length === 0) return { answer: NOTHING_KNOWN, factsUsed: 0 }

  const answer = await ask(ports, model, block, request.query)
  const cited = answer.numbers.map((number) => toFactId(found[block.given[number - 1]!]!.fact.id))
  // Who looks back changes nothing.
  if (cited.length > 0 && !isAsOf(request))
    later(() => ports.memory.touch(request.namespace, { now: request.now, ids: cited }))
  return { answer: answer.text, factsUsed: block.given.length }
}

async function ask(ports: Ports, model: LanguageModel, block: DataBlock, question: string) {
  const leftMs = countdown(ports.clock, ports.config.llmTimeoutMs)
  const answerTo = async (prompt: string) => {
    const { text } = await model.generate({ system: SYSTEM, prompt, maxTokens: MAX_TOKENS, timeoutMs: leftMs() })
    return keepCitations(text.replaceAll(block.code, ''), block.given.length)
  }
  const first = await answerTo(questionPrompt(block, question))
  if (first.numbers.length > 0) return first
  const second = leftMs() >= WORTH_A_CALL_MS ? await answerTo(onceMorePrompt(block, question)).catch(() => null) : null
  const best = second && (second.numbers.length > 0 || !saysSomething(first.text)) ? second : first
  if (!saysSomething(best.text)) throw new LanguageModelError('nonsense')
  return best
}

const saysSomething = (text: string): boolean => LETTER_OR_DIGIT().test(text)

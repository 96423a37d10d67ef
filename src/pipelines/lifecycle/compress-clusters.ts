import { neutralise } from '../../domain/injection/neutralise.ts'
import { DATA_RULE, dataBlock, type PromptFact } from '../../domain/injection/prompt-data.ts'
import { isGrounded, isSaidIn } from '../../domain/statement/grounded.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import { list, number, object, outputSchema, text } from '../llm/output-schema.ts'
import type { Summary } from './abstract-clusters.ts'

const MAX_FACTS = 64
const MAX_TOKENS = 1_000

export const abstractionSchema = outputSchema(
  'abstraction',
  object({ text: text(400), facts: list(number(MAX_FACTS), 1, MAX_FACTS) }),
)

const SYSTEM = [
  'You sum up a group of memories that belong together in one statement of at most two sentences.',
  'Answer as JSON: the text, and the numbers of the facts that it sums up. Use the words of the facts and add nothing.',
  DATA_RULE,
].join('\n')

/** One statement for a cluster that says nothing beyond the facts it names by number. Its text is null where the model did not keep to them. */
export async function summariseCluster(
  model: LanguageModel,
  facts: readonly PromptFact[],
  timeoutMs: number,
): Promise<Summary> {
  const block = dataBlock(facts.slice(0, MAX_FACTS))
  if (block.given.length === 0) return { text: null, said: [], tokens: 0 }
  const { value, tokens } = await model.generateObject({
    system: SYSTEM,
    prompt: `${block.text}\n\nSum them up:`,
    schema: abstractionSchema,
    maxTokens: MAX_TOKENS,
    timeoutMs,
  })
  const places = value.facts.map((number) => block.given[number - 1])
  const cited = places.flatMap((at) => (at === undefined ? [] : facts[at]!.text))
  const text = neutralise(value.text).trim()
  const grounded = cited.length === places.length && isGrounded(text, cited)
  return {
    text: grounded ? text : null,
    // What it names by number and leaves out in words would be lost with the merge.
    said: grounded ? places.flatMap((at) => (at !== undefined && isSaidIn(text, facts[at]!.text) ? at : [])) : [],
    tokens: tokens.in + tokens.out,
  }
}

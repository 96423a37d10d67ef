import { DATA_RULE, type DataBlock } from '../../domain/injection/prompt-data.ts'

export const SYSTEM = [
  'You answer a question from a list of numbered facts and from nothing else.',
  DATA_RULE,
  'Cite the number of every fact you use in square brackets right after what it supports, like this: Emma works at Nordwind [2].',
  'Where facts disagree, believe the one with more trust. If the facts do not answer the question, say so in one sentence.',
  'Answer in the language of the question, in at most four sentences.',
].join('\n')

export const questionPrompt = (block: DataBlock, question: string): string =>
  `${block.text}\n\nQuestion: ${question}\nAnswer with citations:`

export const onceMorePrompt = (block: DataBlock, question: string): string =>
  `${block.text}\n\nQuestion: ${question}\nYour last answer cited no fact. Answer again from the facts above, with the number of each fact you use in square brackets, like [1]:`

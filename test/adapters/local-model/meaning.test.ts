import { beforeAll, describe, expect, it } from 'vitest'
import { MODEL } from '../../../src/adapters/local-model/model.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { cosine, createTestEmbedder } from './encoder.ts'

/** Questions, each with the statement that answers it. */
const ASKED: readonly (readonly [string, string])[] = [
  ['Where does Maya live?', 'Maya moved to Oslo in March.'],
  ['What is the user allergic to?', 'I must never eat peanuts, they make my throat swell.'],
  ['When is the report due?', 'The quarterly report has to be handed in on Friday.'],
  ['Which instrument does he play?', 'He has practised the cello since he was six.'],
  ['How many pets do they have?', 'They own two dogs and a parrot.'],
  ['What does she do for a living?', 'She works as a nurse in the children’s hospital.'],
  ['What broke the build?', 'The build failed because a dependency was removed from the registry.'],
  ['What did we have for dinner?', 'Last night we cooked mushroom risotto.'],
  ['Which team won?', 'The home side took the match three to one.'],
  ['How do I reset my password?', 'To choose a new password, follow the link in the e-mail.'],
  ['Is the flight on time?', 'Departure to Lisbon is delayed by two hours.'],
  ['What colour is the car?', 'He drives an old green station wagon.'],
]

describe('what the encoder knows', () => {
  let embedder: Embedder
  let questions: Float32Array[]
  let statements: Float32Array[]

  beforeAll(async () => {
    embedder = createTestEmbedder()
    questions = await embedder.embed(
      ASKED.map(([question]) => question),
      'query',
    )
    statements = await embedder.embed(
      ASKED.map(([, statement]) => statement),
      'passage',
    )
  })

  const rightAnswers = (dimensions: number) =>
    questions.filter((question, i) => {
      const scores = statements.map((statement) => cosine(question, statement, dimensions))
      return scores[i] === Math.max(...scores)
    }).length

  it('puts the answer first', () => {
    expect(rightAnswers(embedder.dimensions)).toBeGreaterThanOrEqual(ASKED.length - 1)
  })

  it('does so with the first 128 dimensions too', () => {
    expect(rightAnswers(MODEL.prefixDimensions)).toBeGreaterThanOrEqual(ASKED.length - 1)
  })

  it('is centred: texts that have nothing to do with each other score near 0', () => {
    const unrelated = statements.flatMap((a, i) => statements.slice(i + 1).map((b) => cosine(a, b)))
    const mean = unrelated.reduce((sum, value) => sum + value, 0) / unrelated.length
    expect(Math.abs(mean)).toBeLessThan(0.1)
  })
})

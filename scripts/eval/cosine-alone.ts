import { cosine, packVector } from '../../src/domain/ranking/vector.ts'
import { encode } from '../../src/pipelines/ingest/encode.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { type AskedQuestion, type Conversation, type Person, toItem } from './data-sets.ts'
import { type Recall, recallOf } from './figures.ts'
import type { Models } from './in-process-models.ts'

interface Told {
  readonly text: string
  readonly source?: 'user' | 'assistant' | 'document' | undefined
  readonly persona?: string | undefined
}

/** Ranks texts by the encoder's cosine with their nearest chunk and by nothing else: what is added to it has to be better. */
export async function createCosineAlone(models: Models, texts: readonly Told[]) {
  const ports = { embedder: models.embedder } as Ports
  const items = texts.map(({ text, source = 'user', persona = 'shared' }) => ({
    ...{ text, source, persona, sessionId: null, useLlmExtraction: false, metadata: null, occurredAt: null },
  }))
  const encoded = await encode(
    ports,
    items,
    items.map(() => ({ facts: [], speaker: null })),
  )
  /** The places of the texts, nearest first, as far as the persona may see them. */
  return async (query: string, persona: string | null = null): Promise<number[]> => {
    const [vector] = await models.embedder.embed([query], 'query')
    const asked = packVector(vector!)
    return encoded
      .map(({ memory }, at) => ({
        ...{ memory, at },
        near: Math.max(...memory.chunks.map((chunk) => cosine(asked, chunk.vector))),
      }))
      .filter(({ memory }) => persona === null || [persona, 'shared'].includes(memory.persona))
      .sort((a, b) => b.near - a.near)
      .map(({ at }) => at)
  }
}

/** What the questions about conversations would find by cosine alone. */
export async function cosineOfConversations(
  models: Models,
  conversations: readonly Conversation[],
  every: number,
): Promise<Recall> {
  const findings = []
  for (const { id, turns, questions } of conversations) {
    const nearest = await createCosineAlone(
      models,
      turns.map((turn) => toItem(turn, id)),
    )
    const idOf = (at: number) => turns[at]!.id
    for (const question of questions.filter((_, at) => at % every === 0))
      findings.push(toFinding(question, (await nearest(question.q)).map(idOf)))
  }
  return recallOf(findings)
}

/** The same for isolated facts, beside what each person knows else. */
export async function cosineOfFacts(
  models: Models,
  people: readonly Person[],
  beside: Conversation | null,
): Promise<Recall> {
  const findings = []
  for (const { facts } of people) {
    const others = beside?.turns.map((turn) => toItem(turn, beside.id)) ?? []
    const nearest = await createCosineAlone(models, [...facts.map(({ fact }) => ({ text: fact })), ...others])
    for (const [at, { question }] of facts.entries())
      findings.push(
        toFinding({ q: question, category: '', evidence: [`${at}`] }, (await nearest(question)).map(String)),
      )
  }
  return recallOf(findings)
}

function toFinding({ q, category, evidence }: AskedQuestion, nearest: readonly string[]) {
  const rankOf = (id: string) => nearest.slice(0, 20).indexOf(id) + 1 || Number.POSITIVE_INFINITY
  return { category, question: q, ranks: evidence.map(rankOf), facts: [], evidence }
}

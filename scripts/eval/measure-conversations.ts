import type { Brain, Query } from './brain.ts'
import { type Conversation, toItem } from './data-sets.ts'
import {
  type Finding,
  mean,
  quantile,
  type Recall,
  recallAt,
  recallByCategory,
  recallOf,
  toFinding,
} from './figures.ts'

const EPISODIC: Partial<Query> = { include_semantic: false, include_working: false }

export interface ConversationFigures {
  readonly ingest: {
    readonly texts: number
    readonly facts: number
    readonly failed: number
    readonly msPerText: number
  }
  readonly hybrid: Recall & { readonly categories: Record<string, Recall> }
  readonly episodic: Recall & { readonly categories: Record<string, Recall> }
  readonly latencyMs: { readonly p50: number; readonly p95: number }
  /** What a context of the first k facts costs and finds. */
  readonly tokens: readonly { readonly k: number; readonly tokens: number; readonly recall: number }[]
}

export interface MeasuredConversations {
  readonly figures: ConversationFigures
  readonly hybrid: readonly Finding[]
}

export async function ingestConversations(brain: Brain, conversations: readonly Conversation[], label: string) {
  const items = conversations.flatMap(({ id, turns }) => turns.map((turn) => toItem(turn, id)))
  const { failed, facts, msPerItem } = await brain.ingest(items, label)
  return { texts: items.length, facts, failed, msPerText: msPerItem }
}

/** Every question of the conversations, each asked of its own conversation's memory. */
export async function measureConversations(
  brain: Brain,
  conversations: readonly Conversation[],
  every: number,
  label: string,
): Promise<MeasuredConversations> {
  const ingest = await ingestConversations(brain, conversations, label)
  const asked = conversations.flatMap(({ id, questions }) =>
    questions.filter((_, at) => at % every === 0).map((question) => ({ persona: id, question })),
  )
  const run = async (extra: Partial<Query>, mode: string) => {
    const answers = await brain.retrieveAll(
      asked.map(({ persona, question }) => ({ query: question.q, persona, ...extra })),
      `${label}, ${mode}`,
    )
    const findings = answers.map(({ facts }, at) => toFinding(asked[at]!.question, facts))
    return { findings, latency: answers.map(({ latency_ms }) => latency_ms) }
  }
  const hybrid = await run({}, 'hybrid')
  const episodic = await run(EPISODIC, 'episodic')
  const summarise = (findings: readonly Finding[]) => ({
    ...recallOf(findings),
    categories: recallByCategory(findings),
  })
  return {
    hybrid: hybrid.findings,
    figures: {
      ingest,
      hybrid: summarise(hybrid.findings),
      episodic: summarise(episodic.findings),
      latencyMs: { p50: quantile(hybrid.latency, 0.5), p95: quantile(hybrid.latency, 0.95) },
      tokens: tokenCurve(hybrid.findings),
    },
  }
}

const CHARACTERS_PER_TOKEN = 4

/** A smaller k returns the first of the same ranking, so that one answer of 20 tells what every k would have cost. */
function tokenCurve(findings: readonly Finding[]) {
  const lines = findings.map(({ facts }) =>
    facts.map((found) => contextLine(found.fact, found.score, found.source_type).length / CHARACTERS_PER_TOKEN),
  )
  return Array.from({ length: 20 }, (_, at) => ({
    k: at + 1,
    tokens: mean(lines.map((list) => list.slice(0, at + 1).reduce((sum, tokens) => sum + tokens, 0))),
    recall: mean(findings.map((finding) => recallAt(finding, at + 1))),
  }))
}

const contextLine = (fact: string, score: number, via: string) =>
  `- ${fact} (score: ${score.toFixed(2)}, via: ${via})\n`

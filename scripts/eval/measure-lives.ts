import type { ServiceClient } from '../service-client.ts'
import type { Answer } from './brain.ts'
import { createCosineAlone } from './cosine-alone.ts'
import type { Life, LifeQuestion } from './data-sets.ts'
import { share } from './figures.ts'
import type { Models } from './in-process-models.ts'

/** R@1: an expected memory is first. R@3, R@10: one of them, or all where the question needs several, among the first 3 or 10. */
interface LifeRecall {
  readonly r1: number
  readonly r3: number
  readonly r10: number
}

export interface LifeFigures {
  readonly questions: number
  /** As the service answers with its defaults. */
  readonly whole: LifeRecall
  /** By the encoder's cosine with the nearest chunk of each memory, and nothing else. */
  readonly cosineAlone: LifeRecall
  readonly outdatedAbove: { readonly questions: number; readonly of: number }
  /** Asked about what was never told. */
  readonly unknown: { readonly questions: number; readonly atLeast4: number; readonly atLeast7: number }
  /** Of the right ones among the first three, the share that scores .7 or more. */
  readonly sure: number
}

interface Asked {
  readonly question: LifeQuestion
  /** Memories by their place in the life, best first. */
  readonly found: readonly number[]
  readonly nearest: readonly number[]
  /** Of the facts, in the order of `found`. */
  readonly scores: readonly number[]
}

const K = 10

/** Messy everyday memories, an account for each life: values that change, hearsay, plans, several people, other languages. */
export async function measureLives(
  openAccount: (name: string) => Promise<ServiceClient>,
  models: Models,
  lives: readonly Life[],
): Promise<LifeFigures> {
  const asked: Asked[] = []
  for (const life of lives) {
    const service = await openAccount(life.name)
    await service.get('POST', '/brain/ingest/batch', { items: life.memories.map(toItem) })
    const nearest = await createCosineAlone(models, life.memories)
    for (const question of life.questions) {
      const asking = { query: question.query, k: K, ...question.body }
      const { facts } = await service.get<Answer>('POST', '/brain/retrieve', asking)
      // A memory counts by the first of its facts.
      const scoreOf = new Map<number, number>()
      for (const { metadata, score } of facts) {
        const id = Number(metadata?.turn)
        if (!scoreOf.has(id)) scoreOf.set(id, score)
      }
      asked.push({
        question,
        found: [...scoreOf.keys()],
        scores: [...scoreOf.values()],
        nearest: await nearest(question.query, question.body?.persona ?? null),
      })
    }
  }
  return figuresOf(asked)
}

const toItem = ({ metadata, ...memory }: Life['memories'][number], at: number) => ({
  ...memory,
  ...(metadata?.date ? { occurred_at: metadata.date } : {}),
  metadata: { turn: `${at}` },
})

const rankIn = (places: readonly number[], id: number): number => {
  const at = places.slice(0, K).indexOf(id)
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1
}
const best = (places: readonly number[], ids: readonly number[]): number =>
  Math.min(...ids.map((id) => rankIn(places, id)))

function figuresOf(asked: readonly Asked[]): LifeFigures {
  const known = asked.filter(({ question }) => !question.absent)
  const unknown = asked.filter(({ question }) => question.absent)
  const changed = known.filter(({ question }) => question.stale?.length)
  const near = known.filter(({ question, found }) => best(found, question.expect!) <= 3)
  const recall = (places: (one: Asked) => readonly number[]): LifeRecall => {
    const needed = (one: Asked) =>
      one.question.all
        ? Math.max(...one.question.expect!.map((id) => rankIn(places(one), id)))
        : best(places(one), one.question.expect!)
    const within = (n: number) => share(known, (one) => needed(one) <= n)
    return { r1: share(known, (one) => best(places(one), one.question.expect!) <= 1), r3: within(3), r10: within(10) }
  }
  const top = ({ scores }: Asked) => scores[0] ?? 0
  return {
    questions: known.length,
    whole: recall(({ found }) => found),
    cosineAlone: recall(({ nearest }) => nearest),
    outdatedAbove: {
      questions: changed.filter(({ question, found }) => best(found, question.stale!) < best(found, question.expect!))
        .length,
      of: changed.length,
    },
    unknown: {
      questions: unknown.length,
      atLeast4: unknown.filter((one) => top(one) >= 0.4).length,
      atLeast7: unknown.filter((one) => top(one) >= 0.7).length,
    },
    sure: share(near, ({ question, found, scores }) => scores[best(found, question.expect!) - 1]! >= 0.7),
  }
}

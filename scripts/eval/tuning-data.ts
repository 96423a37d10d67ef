import {
  type Conversation,
  type Life,
  loadChats,
  loadConversations,
  loadLives,
  loadPeople,
  loadWorlds,
  type Person,
  toItem,
} from './data-sets.ts'
import type { InProcessMemory } from './in-process-memory.ts'
import { loadModels, type Models } from './in-process-models.ts'
import { type Recollected, recollect, rememberTexts } from './recollections.ts'
import { loadToldLives } from './told-lives.ts'

/** Questions of one kind, with all that ranking needs for each. Groups are never split between choosing and measuring. */
export interface TuningSet {
  readonly name: string
  /** The ranks up to which evidence counts as found. */
  readonly depths: readonly number[]
  readonly questions: readonly Recollected[]
  /** Asked of a memory that holds nothing on them. */
  readonly offTopic: readonly Recollected[]
}

/** Recollects every question of every set once: whatever the weights, the candidates are the same. */
export async function loadTuningSets(
  locomo: string | undefined,
  progress: (line: string) => void,
): Promise<TuningSet[]> {
  const models = await loadModels()
  const sets: TuningSet[] = []
  const conversations = locomo === undefined ? [] : loadConversations(locomo)
  const memories: InProcessMemory[] = []
  for (const conversation of conversations) {
    memories.push(await rememberConversation(models, conversation))
    progress(`dialogues: ${memories.length} remembered`)
  }
  if (conversations.length > 0) {
    const questions: Recollected[] = []
    const offTopic: Recollected[] = []
    for (const [at, conversation] of conversations.entries()) {
      questions.push(...(await askAll(models, memories[at]!, conversation, () => conversation.id)))
      // What one pair talked about, asked of the next.
      const next = memories[(at + 1) % memories.length]!
      const some = { ...conversation, questions: everyNth(conversation.questions, OFF_TOPIC_EVERY / 2) }
      if (next !== memories[at]) offTopic.push(...(await askAll(models, next, some, () => conversation.id)))
      progress(`dialogues: ${questions.length} questions`)
    }
    sets.push({ name: 'dialogues', depths: [5, 10], questions, offTopic })
  }
  progress('chats')
  const chats = loadChats()
  const chatMemory = await rememberConversation(models, chats)
  sets.push({
    name: 'chats',
    depths: [5, 10],
    questions: await askAll(models, chatMemory, chats, (evidence) => evidence.split('/')[0]!),
    offTopic: (
      await Promise.all(
        conversations.map(({ id, questions, turns }) =>
          askAll(models, chatMemory, { id, turns, questions: everyNth(questions, OFF_TOPIC_EVERY) }, () => id),
        ),
      )
    ).flat(),
  })
  progress('isolated facts')
  sets.push({
    name: 'isolated facts',
    depths: [1, 5],
    questions: await fromPeople(models),
    offTopic: [...(await askNeighbours(models)), ...(await askPeople(models, conversations))],
  })
  progress('multi-hop facts')
  sets.push({ name: 'multi-hop', depths: [5], questions: await fromWorlds(models), offTopic: [] })
  progress('lives')
  sets.push({ name: 'lives', depths: [1, 3, 10], ...(await fromLives(models)) })
  return sets
}

/** Fewer questions off topic than on topic: they are all alike. */
const OFF_TOPIC_EVERY = 8
const everyNth = <T>(list: readonly T[], n: number): T[] => list.filter((_, at) => at % n === 0)

const rememberConversation = (models: Models, { id, turns }: Conversation): Promise<InProcessMemory> =>
  rememberTexts(
    models,
    turns.map((turn) => toItem(turn, id)),
  )

async function askAll(
  models: Models,
  memory: InProcessMemory,
  conversation: Conversation,
  groupOf: (evidence: string) => string,
): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  for (const { q, category, evidence } of conversation.questions) {
    const found = await recollect(models, memory, q)
    recollected.push({ group: groupOf(evidence[0] ?? ''), category, evidence, ...found })
  }
  return recollected
}

const rememberPerson = (models: Models, { facts }: Person): Promise<InProcessMemory> =>
  rememberTexts(
    models,
    facts.map(({ fact }, at) => ({ text: fact, metadata: { turn: `${at}` } })),
  )

async function fromPeople(models: Models): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  for (const person of loadPeople()) {
    const memory = await rememberPerson(models, person)
    for (const [at, { question }] of person.facts.entries()) {
      const found = await recollect(models, memory, question)
      recollected.push({ group: person.person, category: 'fact', evidence: [`${at}`], ...found })
    }
  }
  return recollected
}

/** What one person told, asked of the next. */
async function askNeighbours(models: Models): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  const people = loadPeople()
  for (const [at, { person, facts }] of people.entries()) {
    const memory = await rememberPerson(models, people[(at + 1) % people.length]!)
    for (const { question } of everyNth(facts, OFF_TOPIC_EVERY / 2)) {
      const found = await recollect(models, memory, question)
      recollected.push({ group: person, category: 'fact', evidence: [], ...found })
    }
  }
  return recollected
}

/** What pairs talked about, asked of people who were told nothing of it. */
async function askPeople(models: Models, conversations: readonly Conversation[]): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  const people = loadPeople()
  for (const [at, conversation] of conversations.entries()) {
    const memory = await rememberPerson(models, people[at % people.length]!)
    const questions = everyNth(conversation.questions, OFF_TOPIC_EVERY / 2)
    recollected.push(...(await askAll(models, memory, { ...conversation, questions }, () => conversation.id)))
  }
  return recollected
}

async function fromWorlds(models: Models): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  for (const { world, facts, questions } of loadWorlds()) {
    const memory = await rememberTexts(
      models,
      facts.map((text) => ({ text, metadata: { turn: text } })),
    )
    for (const { question, hops, answer } of questions) {
      const found = await recollect(models, memory, question, { maxHops: hops })
      recollected.push({ group: world, category: `${hops} hops`, evidence: [answer], ...found })
    }
  }
  return recollected
}

/** Those to develop on, and those that the model was not taught with; never those that are only measured. */
async function fromLives(models: Models): Promise<Pick<TuningSet, 'questions' | 'offTopic'>> {
  const questions: Recollected[] = []
  const offTopic: Recollected[] = []
  for (const life of [...loadLives('dev'), ...loadToldLives()]) {
    const memory = await rememberLife(models, life)
    for (const { query, kind, body, expect = [], stale = [], all = false, absent } of life.questions) {
      const options = { persona: body?.persona ?? null, maxHops: body?.max_hops ?? null }
      const asked = {
        ...{ group: life.name, category: kind, anyOf: !all },
        ...{ evidence: expect.map(String), stale: stale.map(String) },
        ...(await recollect(models, memory, query, options)),
      }
      if (absent) offTopic.push(asked)
      else questions.push(asked)
    }
  }
  return { questions, offTopic }
}

const rememberLife = (models: Models, { memories }: Life): Promise<InProcessMemory> =>
  rememberTexts(
    models,
    memories.map(({ metadata, ...memory }, at) => ({
      ...memory,
      ...(metadata?.date ? { occurredAt: Date.parse(metadata.date) } : {}),
      metadata: { turn: `${at}` },
    })),
  )

import { type Conversation, loadChats, loadConversations, loadPeople, loadWorlds, toItem } from './data-sets.ts'
import { loadModels, type Models } from './in-process-models.ts'
import { type Recollected, recollect, rememberTexts } from './recollections.ts'

/** Questions of one kind, with all that ranking needs for each. Groups are never split between choosing and measuring. */
export interface TuningSet {
  readonly name: string
  /** The ranks up to which evidence counts as found. */
  readonly depths: readonly number[]
  readonly questions: readonly Recollected[]
}

/** Recollects every question of every set once: whatever the weights, the candidates are the same. */
export async function loadTuningSets(
  locomo: string | undefined,
  progress: (line: string) => void,
): Promise<TuningSet[]> {
  const models = await loadModels()
  const sets: TuningSet[] = []
  if (locomo !== undefined) {
    const questions: Recollected[] = []
    for (const conversation of loadConversations(locomo)) {
      questions.push(...(await fromConversation(models, conversation, () => conversation.id)))
      progress(`dialogues: ${questions.length} questions`)
    }
    sets.push({ name: 'dialogues', depths: [5, 10], questions })
  }
  progress('chats')
  const chats = await fromConversation(models, loadChats(), (evidence) => evidence.split('/')[0]!)
  sets.push({ name: 'chats', depths: [5, 10], questions: chats })
  progress('isolated facts')
  sets.push({ name: 'isolated facts', depths: [1, 5], questions: await fromPeople(models) })
  progress('multi-hop facts')
  sets.push({ name: 'multi-hop', depths: [5], questions: await fromWorlds(models) })
  return sets
}

async function fromConversation(
  models: Models,
  conversation: Conversation,
  groupOf: (evidence: string) => string,
): Promise<Recollected[]> {
  const memory = await rememberTexts(
    models,
    conversation.turns.map((turn) => toItem(turn, conversation.id)),
  )
  const recollected: Recollected[] = []
  for (const { q, category, evidence } of conversation.questions) {
    const found = await recollect(models, memory, q)
    recollected.push({ group: groupOf(evidence[0] ?? ''), category, evidence, ...found })
  }
  return recollected
}

async function fromPeople(models: Models): Promise<Recollected[]> {
  const recollected: Recollected[] = []
  for (const { person, facts } of loadPeople()) {
    const memory = await rememberTexts(
      models,
      facts.map(({ fact }, at) => ({ text: fact, metadata: { turn: `${at}` } })),
    )
    for (const [at, { question }] of facts.entries())
      recollected.push({
        group: person,
        category: 'fact',
        evidence: [`${at}`],
        ...(await recollect(models, memory, question)),
      })
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
      const found = await recollect(models, memory, question, { max_hops: hops })
      recollected.push({ group: world, category: `${hops} hops`, evidence: [answer], ...found })
    }
  }
  return recollected
}

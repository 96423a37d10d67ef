import { fieldOf, isFields, keptMetadata, listOf, textOf } from './foreign-values.ts'
import type { Found, ImportedText } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * An entity or a relation of the MCP server-memory, as a line of its file has them (modelcontextprotocol/servers, src/memory/index.ts:
 * `saveGraph`), or the whole graph as `read_graph` answers it. Its observations name nobody by themselves, so that each is told as a
 * sentence of its entity.
 */
export function* readMcpMemory(value: unknown, at: string): Generator<Found> {
  const [entities, relations] = [fieldOf(value, 'entities'), fieldOf(value, 'relations')]
  if (Array.isArray(entities) || Array.isArray(relations)) {
    for (const [n, entity] of listOf(entities).entries()) yield* readEntity(entity, `${at}, entity ${n + 1}`)
    for (const [n, relation] of listOf(relations).entries()) yield* readRelation(relation, `${at}, relation ${n + 1}`)
    return
  }
  const type = fieldOf(value, 'type')
  // A list of them, as its tools take and answer it, says by the fields what each is.
  if (type === 'entity' || (type === undefined && textOf(value, 'entityType') !== null)) yield* readEntity(value, at)
  else if (type === 'relation' || (type === undefined && textOf(value, 'relationType') !== null))
    yield* readRelation(value, at)
  else yield { at, problem: 'is neither an entity nor a relation' }
}

function* readEntity(entity: unknown, at: string): Generator<Found> {
  const name = textOf(entity, 'name')
  if (name === null) {
    yield { at, problem: 'has no name: a text was expected' }
    return
  }
  const kind = textOf(entity, 'entityType')
  const about = { entity: name, entity_type: kind }
  if (kind !== null)
    yield* toldTexts(told(`${spoken(name)} is ${withArticle(spaced(kind))}.`, about, ['type', name, kind]))
  const observations = fieldOf(entity, 'observations')
  if (observations !== undefined && !Array.isArray(observations))
    yield { at, problem: 'has no observations: a list was expected' }
  for (const [n, observation] of listOf(observations).entries()) {
    if (typeof observation === 'string' && observation.trim() !== '')
      yield* toldTexts(told(sentenceOf(name, observation.toWellFormed()), about, ['observation', name, observation]))
    else yield { at: `${at}, observation ${n + 1}`, problem: 'is no text' }
  }
}

function* readRelation(relation: unknown, at: string): Generator<Found> {
  const [from, verb, to] = [textOf(relation, 'from'), textOf(relation, 'relationType'), textOf(relation, 'to')]
  if (!isFields(relation) || from === null || verb === null || to === null) {
    yield { at, problem: 'is no relation: from, relationType and to were expected' }
    return
  }
  const text = `${spoken(from)} ${spaced(verb)} ${spoken(to, false)}.`
  yield* toldTexts(told(text, { entity: from, to, relation: verb }, ['relation', from, verb, to]))
}

const told = (text: string, about: Record<string, unknown>, identity: readonly string[]): ImportedText => ({
  text,
  persona: null,
  source: 'document',
  sessionId: null,
  metadata: keptMetadata(Object.entries(about)),
  occurredAt: null,
  identity,
})

/** Names are written with underscores there; `default_user` is whom the assistant speaks with. */
function spoken(name: string, opens = true): string {
  if (name.trim().toLowerCase() === 'default_user') return opens ? 'The user' : 'the user'
  return name.replaceAll('_', ' ').trim()
}

/** works_at, worksAt and WORKS_AT as words. */
const spaced = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()

const withArticle = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

/** A verb as somebody's observation begins with one: "Speaks Spanish", "Graduated in 2019", "Is allergic to nuts". */
const VERB =
  /^(?:is|was|has|had|does|did|can|could|will|would|may|might|must|should|lives|went|got|made|born|[a-z]{2,}(?:[^s\W]s|ed))(?=\s)(?!\s+(?:is|are|was|were|have|has|had)\b)/i

function sentenceOf(name: string, observation: string): string {
  const subject = spoken(name)
  const words = observation.toLowerCase()
  if ([name, subject].some((one) => words.includes(one.toLowerCase()))) return observation
  if (!VERB.test(observation)) return `${subject}: ${observation}`
  return `${subject} ${observation[0]!.toLowerCase()}${observation.slice(1)}`
}

import type { Brain } from './brain.ts'
import { type Conversation, type Person, toItem, type World } from './data-sets.ts'
import { type Finding, type Recall, recallOf, toFinding } from './figures.ts'

/** Isolated personal facts: no session, nothing around them, a question in other words. All that each person knows else is `beside` them. */
export async function measurePersonalFacts(
  brain: Brain,
  people: readonly Person[],
  beside: Conversation | null = null,
): Promise<{ readonly figures: Recall; readonly findings: readonly Finding[] }> {
  const label = beside ? `personal facts beside ${beside.id}` : 'personal facts'
  const personaOf = (person: string) => `person-${person}${beside ? `-and-${beside.id}` : ''}`
  const facts = people.flatMap(({ person, facts }) =>
    facts.map(({ fact, question }, at) => ({ persona: personaOf(person), id: `${person}-${at}`, fact, question })),
  )
  const others = people.flatMap(({ person }) => beside?.turns.map((turn) => toItem(turn, personaOf(person))) ?? [])
  await brain.ingest(
    [...facts.map(({ fact, persona, id }) => ({ text: fact, persona, metadata: { turn: id } })), ...others],
    label,
  )
  const answers = await brain.retrieveAll(
    facts.map(({ question, persona }) => ({ query: question, persona })),
    label,
  )
  const findings = answers.map((answer, at) => {
    const { id, question, persona } = facts[at]!
    return toFinding({ q: question, category: persona, evidence: [id] }, answer.facts)
  })
  return { figures: recallOf(findings), findings }
}

export interface HopFigures {
  readonly withHops: Recall & { readonly two: Recall; readonly three: Recall }
  readonly withoutHops: Recall & { readonly two: Recall; readonly three: Recall }
}

/** Questions whose answer says nothing of what they name: only the graph leads there. */
export async function measureHops(
  brain: Brain,
  worlds: readonly World[],
): Promise<{ readonly figures: HopFigures; readonly findings: readonly Finding[] }> {
  const persona = ({ world }: World) => `world-${world}`
  await brain.ingest(
    worlds.flatMap((world) =>
      world.facts.map((text) => ({ text, persona: persona(world), metadata: { turn: `${world.world}: ${text}` } })),
    ),
    'multi-hop facts',
  )
  const asked = worlds.flatMap((world) =>
    world.questions.map(({ question, hops, answer }) => ({
      persona: persona(world),
      hops,
      question: { q: question, category: `${hops} hops`, evidence: [`${world.world}: ${answer}`] },
    })),
  )
  const run = async (withHops: boolean) => {
    const answers = await brain.retrieveAll(
      asked.map(({ persona, question, hops }) => ({
        query: question.q,
        persona,
        ...(withHops ? { max_hops: hops } : {}),
      })),
      withHops ? 'multi-hop, with hops' : 'multi-hop, without hops',
    )
    return answers.map(({ facts }, at) => toFinding(asked[at]!.question, facts))
  }
  const [withHops, withoutHops] = [await run(true), await run(false)]
  return { figures: { withHops: byDepth(withHops), withoutHops: byDepth(withoutHops) }, findings: withHops }
}

const byDepth = (findings: readonly Finding[]) => ({
  ...recallOf(findings),
  two: recallOf(findings.filter(({ category }) => category === '2 hops')),
  three: recallOf(findings.filter(({ category }) => category === '3 hops')),
})

import type { ServiceClient } from '../service-client.ts'

interface Told {
  readonly text: string
  readonly daysAgo: number
  readonly session_id?: string
  readonly persona?: string
  readonly source?: 'user' | 'assistant' | 'document'
}

const about = (daysAgo: number, session_id: string, ...texts: string[]): Told[] =>
  texts.map((text) => ({ text, daysAgo, session_id }))

/** A year of somebody who does not exist, as an assistant would have heard it. */
const LIFE: readonly Told[] = [
  ...about(
    340,
    'hello',
    'My name is Mara Lindqvist and I live in Gothenburg.',
    'I work as a structural engineer at Brogard.',
    'My husband Tomas is a nurse at Sahlgrenska.',
    'Our daughter Alva is six years old and loves dinosaurs.',
    'We have a cat called Pippin.',
  ),
  ...about(
    300,
    'bridge',
    'Brogard is building the Kvillebro bridge in Gothenburg.',
    'My colleague Oskar Nyman checks the load tables of the Kvillebro bridge.',
    'Ingrid Falk leads the bridge team at Brogard.',
    'I prefer short meetings before ten in the morning.',
    'The Kvillebro bridge opens on 12 June 2027.',
  ),
  ...about(
    230,
    'health',
    'I am allergic to hazelnuts.',
    'Alva is allergic to penicillin.',
    'My dentist is Dr. Berg in Haga.',
    'Tomas runs the Gothenburg half marathon every May.',
  ),
  ...about(
    160,
    'travel',
    'We spent August in Porto with my sister Saga.',
    'Saga lives in Porto and works at a bookshop called Flaneur.',
    'I would rather take a train than a plane.',
    'Saga gave me a blue ceramic bowl from Porto.',
  ),
  ...about(
    90,
    'move',
    'We moved to Malmö in August.',
    'I live in Malmö now.',
    'I work at Skanör Timber as a lead engineer.',
    'Tomas works at the hospital in Lund.',
    'Alva goes to the Mosaik school in Malmö.',
  ),
  ...about(
    21,
    'timber',
    'Skanör Timber is designing a library in Lund.',
    'The library in Lund is made of spruce from Småland.',
    'Oskar Nyman joined Skanör Timber in October.',
    'I use Rhino for drawings and Python for load tables.',
  ),
  ...about(
    3,
    'birthday',
    'Alva has her birthday on 2 December and wants a telescope.',
    'Saga visits us in Malmö in December.',
    'Pippin sleeps on the blue bowl from Porto.',
    'My favourite cake is cardamom cake.',
  ),
  { text: 'Planned the birthday: six children, cardamom cake without hazelnuts.', daysAgo: 2, source: 'assistant' },
  {
    text: 'Fire safety in timber buildings: a beam of glued spruce chars at 0.7 mm a minute.',
    daysAgo: 18,
    source: 'document',
    persona: 'work',
  },
  { text: 'The client of the library wants oak in the reading room.', daysAgo: 9, persona: 'work' },
  { text: 'The review of the library is on Thursday at nine.', daysAgo: 1, persona: 'work' },
]

const QUESTIONS = [
  'Where do I live?',
  'What is Alva allergic to?',
  'Who works at Skanör Timber?',
  'Where does Saga live?',
]

/** Tells it to an account, in the order in which it happened, and asks a few questions, so that some of it is stronger than the rest. */
export async function tellDemoLife(client: ServiceClient): Promise<void> {
  const items = LIFE.toSorted((a, b) => b.daysAgo - a.daysAgo).map(({ daysAgo, ...item }) => ({
    ...item,
    occurred_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  }))
  await client.get('POST', '/brain/ingest/batch', { items })
  for (const query of QUESTIONS) await client.get('POST', '/brain/retrieve', { query })
}

import type { ComponentChildren } from 'preact'
import type { BrainClient, KnownFact, Lifecycle, MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { keptList, returnToList } from '../kept-list.ts'
import { Curve } from '../parts/curve.tsx'
import { toMinute } from '../parts/dates.ts'
import { Shown } from '../parts/shown.tsx'
import { Tag } from '../parts/tag.tsx'
import { Title } from '../parts/title.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl } from '../router.ts'
import { MemoryActions } from './memory-actions.tsx'
import { MemoryFacts } from './memory-facts.tsx'
import { MemoryHistory } from './memory-history.tsx'

/** One memory with all that is known of it, and what can be done to it. */
export function MemoryView({ place }: { place: Place }) {
  const { client } = useConsole()
  const id = place.id ?? ''
  const { answer, again } = useAnswer((signal) => load(client, id, signal), [id, client])
  return (
    <Shown answer={answer} again={again} title={<MemoryTitle />}>
      {({ memory, lifecycle, successors }) => (
        <>
          <div class="head">
            <MemoryTitle />
            <MemoryActions memory={memory} onChange={again} />
          </div>
          <div class="columns">
            <div>
              <section class="card">
                <div class="stored said">{memory.text}</div>
                <div class="about">
                  <Tag state={memory.state} />
                  <span>version {memory.version}</span>
                  <span class="mono">{memory.id}</span>
                </div>
              </section>
              <MemoryFacts facts={memory.facts} successors={successors} />
              <MemoryHistory memory={memory} onChange={again} />
            </div>
            <aside>
              <About memory={memory} />
              <Strengths memory={memory} lifecycle={lifecycle} />
            </aside>
          </div>
        </>
      )}
    </Shown>
  )
}

const MemoryTitle = () => (
  <Title
    title="Memory"
    back={keptList()?.hash || placeUrl({ view: 'memories' })}
    backLabel="Back to the list"
    onBack={returnToList}
  />
)

/** What was replaced names its successor by id; what that is, the facts of its subject tell. */
async function load(client: BrainClient, id: string, signal: AbortSignal) {
  const [memory, lifecycle] = await Promise.all([client.getMemory(id, { signal }), client.lifecycle({}, { signal })])
  const replaced = memory.facts.find(({ superseded_by }) => superseded_by !== null)
  const others = replaced ? (await client.listFacts({ entity: replaced.subject, limit: 200 }, { signal })).facts : []
  return { memory, lifecycle, successors: new Map<string, KnownFact>(others.map((fact) => [fact.id, fact])) }
}

const About = ({ memory }: { memory: MemoryDetail }) => (
  <section class="card scroll">
    <h2>Where it comes from</h2>
    <table>
      <tbody>
        <Row name="Said by">{memory.speaker ? `${memory.speaker} (${memory.source})` : memory.source}</Row>
        <Row name="Said">{toMinute(memory.occurred_at)}</Row>
        <Row name="Remembered">{toMinute(memory.created_at)}</Row>
        <Row name="Persona">{memory.persona}</Row>
        <Row name="Session">
          {memory.session_id === null ? (
            'none'
          ) : (
            <a href={placeUrl({ view: 'memories', query: { session_id: memory.session_id } })}>{memory.session_id}</a>
          )}
        </Row>
        {Object.entries(memory.metadata ?? {}).map(([name, value]) => (
          <Row key={name} name={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Row>
        ))}
      </tbody>
    </table>
  </section>
)

const Row = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="stored">{children}</td>
  </tr>
)

const Strengths = ({ memory, lifecycle }: { memory: MemoryDetail; lifecycle: Lifecycle }) => (
  <section class="card">
    <h2>How strong it is</h2>
    {memory.chunks.length === 0 && <p class="soft">It is out of retrieval, and has no strength meanwhile.</p>}
    {memory.chunks.map((chunk) => (
      <div key={chunk.id} class="strength">
        {memory.chunks.length > 1 && <p class="small stored clip">{chunk.text}</p>}
        <Curve
          full={chunk.confidence}
          now={chunk.strength}
          since={chunk.access_count === 0 ? 'remembered' : 'last access'}
          halfLifeDays={lifecycle.half_life_days}
          threshold={lifecycle.threshold}
        />
        <p class="small soft">
          {chunk.access_count === 0
            ? 'Never found yet.'
            : `Found ${chunk.access_count} ${chunk.access_count === 1 ? 'time' : 'times'}.`}
        </p>
      </div>
    ))}
  </section>
)

import { useState } from 'preact/hooks'
import type { KnownFact, MemoryDetail, MemoryHistory } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Curve } from '../parts/curve.tsx'
import { toMinute } from '../parts/dates.ts'
import { Empty, Shown } from '../parts/shown.tsx'
import { Tag } from '../parts/tag.tsx'
import { sentenceOf, useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl } from '../router.ts'
import { EditMemory } from './edit-memory.tsx'
import { EraseMemory } from './erase-memory.tsx'

/** One memory with all that is known of it, and what can be done to it. */
export function MemoryView({ place }: { place: Place }) {
  const { client } = useConsole()
  const id = place.id ?? ''
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([
        client.getMemory(id, { signal }),
        client.memoryHistory(id, { signal }),
        client.lifecycle({}, { signal }),
      ]),
    [id, client],
  )
  return (
    <Shown answer={answer} again={again}>
      {([memory, history, lifecycle]) => (
        <>
          <div class="head">
            <h1>Memory</h1>
            <Actions memory={memory} history={history} onChange={again} />
          </div>
          <div class="columns">
            <div>
              <section class="card">
                <div class="stored">{memory.text}</div>
                <div class="about">
                  <Tag state={memory.state} />
                  <span>version {history.version}</span>
                  <span class="mono">{memory.id}</span>
                </div>
              </section>
              <Facts facts={memory.facts} />
              <Versions history={history} id={id} onChange={again} />
            </div>
            <aside>
              <About memory={memory} />
              {memory.chunks.map((chunk) => (
                <section class="card" key={chunk.id}>
                  <h2>How strong it is</h2>
                  <Curve
                    full={chunk.confidence}
                    now={chunk.strength}
                    halfLifeDays={lifecycle.half_life_days}
                    threshold={lifecycle.threshold}
                  />
                  <p class="small soft">
                    Found {chunk.access_count} {chunk.access_count === 1 ? 'time' : 'times'}.
                    {memory.chunks.length > 1 && <span class="stored"> “{chunk.text.slice(0, 80)}”</span>}
                  </p>
                </section>
              ))}
            </aside>
          </div>
        </>
      )}
    </Shown>
  )
}

interface ActionsProps {
  readonly memory: MemoryDetail
  readonly history: MemoryHistory
  readonly onChange: () => void
}

/** What the key may do. Taking it out of retrieval can be undone; erasing cannot, and is asked about. */
function Actions({ memory, history, onChange }: ActionsProps) {
  const { client, may, tell } = useConsole()
  const [open, setOpen] = useState<'edit' | 'erase' | null>(null)
  const run = async (work: () => Promise<unknown>, done: string, undo?: () => void) => {
    try {
      await work()
      tell(done, undo)
      onChange()
    } catch (error) {
      tell(sentenceOf(error))
    }
  }
  const restore = () => run(() => client.restoreMemory(memory.id), 'It is found again.')
  const invalidate = () =>
    run(() => client.invalidateMemory(memory.id, { reason: 'by hand' }), 'It is out of retrieval.', restore)
  const isOut = memory.state === 'invalidated'
  return (
    <>
      {may('write') && !isOut && (
        <button type="button" onClick={() => setOpen('edit')}>
          Edit
        </button>
      )}
      {may('write') && (
        <button type="button" onClick={isOut ? restore : invalidate}>
          {isOut ? 'Restore' : 'Invalidate'}
        </button>
      )}
      {may('erase') && (
        <button type="button" class="bad" onClick={() => setOpen('erase')}>
          Erase
        </button>
      )}
      {open === 'edit' && (
        <EditMemory memory={memory} version={history.version} onClose={() => setOpen(null)} onChange={onChange} />
      )}
      {open === 'erase' && <EraseMemory memory={memory} onClose={() => setOpen(null)} />}
    </>
  )
}

const About = ({ memory }: { memory: MemoryDetail }) => (
  <section class="card scroll">
    <h2>Where it comes from</h2>
    <table>
      <tbody>
        <Row name="Said by" value={memory.speaker ? `${memory.speaker} (${memory.source})` : memory.source} />
        <Row name="Said" value={toMinute(memory.occurred_at)} />
        <Row name="Told" value={toMinute(memory.created_at)} />
        <Row name="Persona" value={memory.persona} />
        <Row name="Session" value={memory.session_id ?? '–'} />
        {memory.metadata && <Row name="Metadata" value={JSON.stringify(memory.metadata, null, 1)} />}
      </tbody>
    </table>
  </section>
)

const Row = ({ name, value }: { name: string; value: string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="stored">{value}</td>
  </tr>
)

const Facts = ({ facts }: { facts: readonly KnownFact[] }) => (
  <section class="card">
    <h2>What was read from it</h2>
    {facts.length === 0 ? (
      <Empty title="No facts">
        <p>The text is found as a whole; nothing in it was read as a fact.</p>
      </Empty>
    ) : (
      <ul class="rows">
        {facts.map((fact) => (
          <li key={fact.id} class={`row ${fact.state === 'current' ? '' : 'faint'}`}>
            <div class="text">{fact.fact}</div>
            <div class="about">
              <Tag state={fact.state} />
              <a href={placeUrl({ view: 'graph', query: { entity: fact.subject } })}>{fact.subject}</a>
              <span>confidence {fact.confidence.toFixed(2)}</span>
              <span>strength {fact.strength.toFixed(2)}</span>
              {fact.memory_ids.length > 1 && <span>stated {fact.memory_ids.length} times</span>}
              {fact.superseded_by && <span>replaced by {fact.superseded_by}</span>}
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** What it said before. An old version can be brought back, which makes a new one of it. */
function Versions({ history, id, onChange }: { history: MemoryHistory; id: string; onChange: () => void }) {
  const { client, may, tell } = useConsole()
  if (history.versions.length + history.changes.length === 0) return null
  const bringBack = (version: number) =>
    client.restoreMemory(id, { version }).then(
      () => {
        tell(`Version ${version} is back.`)
        onChange()
      },
      (error: unknown) => tell(sentenceOf(error)),
    )
  return (
    <section class="card">
      <h2>History</h2>
      <ul class="rows">
        {history.versions.map((old) => (
          <li class="row" key={old.version}>
            <div class="text">{old.text}</div>
            <div class="about">
              <span>version {old.version}</span>
              <span>until {toMinute(old.replaced_at)}</span>
              {may('write') && (
                <button type="button" class="plain" onClick={() => bringBack(old.version)}>
                  Bring it back
                </button>
              )}
            </div>
          </li>
        ))}
        {history.changes.map((change) => (
          <li class="row about" key={change.at}>
            <Tag state={change.state} />
            <span>{toMinute(change.at)}</span>
            <span>{change.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '../context.ts'
import { Field } from '../parts/field.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl, replacePlace } from '../router.ts'
import type { PictureProps } from './picture.tsx'

const EDGES = 200

/** Names and facts as a picture that can be walked. The part that draws it is loaded when it is needed. */
export function GraphView({ place }: { place: Place }) {
  const { client } = useConsole()
  const { entity = '', persona = '', relation = '', as_of = '' } = place.query
  const { answer, again } = useAnswer(
    (signal) =>
      client.graph(
        { limit: EDGES, ...(entity && { entity }), ...(persona && { persona }), ...(as_of && { as_of }) },
        { signal },
      ),
    [entity, persona, as_of, client],
  )
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    replacePlace({ view: 'graph', query: { ...place.query, [name]: event.currentTarget.value } })
  return (
    <>
      <div class="head">
        <h1>Graph</h1>
      </div>
      <search class="card fields">
        <Field label="Around">
          <input data-search type="search" value={entity} onChange={set('entity')} placeholder="those in most facts" />
        </Field>
        <Field label="Relation">
          <input type="search" value={relation} onInput={set('relation')} placeholder="any" />
        </Field>
        <Field label="Persona">
          <input value={persona} onChange={set('persona')} />
        </Field>
        <TimeSlider value={as_of} onChange={(day) => set('as_of')({ currentTarget: { value: day } })} />
      </search>
      <Shown answer={answer} again={again}>
        {({ nodes, edges }) =>
          nodes.length === 0 ? (
            <Empty title={entity ? `Nothing is known of ${entity}` : 'There are no facts yet'}>
              <p>{entity ? 'Look for another name.' : 'Facts are read from what is remembered, and drawn here.'}</p>
            </Empty>
          ) : (
            <LazyPicture key={`${entity} ${persona} ${as_of}`} {...{ nodes, edges, relation, persona, asOf: as_of }} />
          )
        }
      </Shown>
    </>
  )
}

const DAY_MS = 86_400_000
const REACH_DAYS = 365

/** What was known on a day of the last year; at its end it is today. */
function TimeSlider({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const today = Math.floor(Date.now() / DAY_MS)
  // What is no day is today.
  const [day, setDay] = useState(Math.floor(Date.parse(value) / DAY_MS) || today)
  const shown = day >= today ? 'today' : new Date(day * DAY_MS).toISOString().slice(0, 10)
  return (
    <Field label={`As of ${shown}`}>
      <input
        type="range"
        min={today - REACH_DAYS}
        max={today}
        value={day}
        aria-valuetext={shown}
        onInput={(event) => setDay(Number(event.currentTarget.value))}
        onChange={() => onChange(shown === 'today' ? '' : shown)}
      />
    </Field>
  )
}

function LazyPicture(props: PictureProps) {
  const [Picture, setPicture] = useState<ComponentType<PictureProps> | null>(null)
  useEffect(() => {
    void import('./picture.tsx').then((part) => setPicture(() => part.Picture))
  }, [])
  return (
    <>
      <div class="picture">{Picture && <Picture {...props} />}</div>
      <details>
        <summary class="small soft">The same as a list</summary>
        <ul class="rows">
          {props.edges.map((edge) => (
            <li class={`row ${edge.state === 'current' ? '' : 'faint'}`} key={edge.id}>
              <span class="text">{edge.fact}</span>
              <span class="about">
                <a href={placeUrl({ view: 'graph', query: { entity: edge.from } })}>{edge.from}</a>
                <a href={placeUrl({ view: 'graph', query: { entity: edge.to } })}>{edge.to}</a>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

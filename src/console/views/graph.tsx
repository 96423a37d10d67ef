import type { ComponentType } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { GraphResponse } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Choice, Input } from '../parts/field.tsx'
import { Persona } from '../parts/persona.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { TellIt } from '../parts/tell-it.tsx'
import { TimeSlider } from '../parts/time-slider.tsx'
import { useAnswer, useComplaint } from '../parts/use-answer.ts'
import { type Place, replacePlace } from '../router.ts'
import { GraphBeside } from './graph-beside.tsx'
import type { PictureProps } from './picture.tsx'

const EDGES = 200
const MOST_NODES = 2_000

/** Names and facts as a picture that can be walked. The part that draws it is loaded when it is needed. */
export function GraphView({ place }: { place: Place }) {
  const { client } = useConsole()
  const { entity = '', persona = '', relation = '', as_of = '' } = place.query
  const ask = (name: string, signal?: AbortSignal) =>
    client.graph(
      { limit: EDGES, ...(name && { entity: name }), ...(persona && { persona }), ...(as_of && { as_of }) },
      signal ? { signal } : {},
    )
  const asked = JSON.stringify([entity, persona, as_of])
  // What is shown while the next answer is awaited is of the question of before.
  const { answer, again } = useAnswer(async (signal) => ({ asked, found: await ask(entity, signal) }), [asked, client])
  const of = (name: string) => ({
    value: place.query[name] ?? '',
    onValue: (value: string) => replacePlace({ view: 'graph', query: { ...place.query, [name]: value } }),
  })
  const relations = [...new Set(answer.value?.found.edges.map((edge) => edge.relation))].sort()
  const earliest = Math.min(Date.now() / 1000, ...(answer.value?.found.edges ?? []).map((edge) => edge.occurred_at))
  return (
    <>
      <div class="head">
        <h1>Graph</h1>
      </div>
      <search class="card fields">
        <Input label="Around" type="search" placeholder="anybody" isSearch {...of('entity')} />
        <Choice label="Relation" any="any" of={relations} {...of('relation')} />
        <Persona {...of('persona')} />
        <TimeSlider earliest={earliest} {...of('as_of')} />
      </search>
      <Shown answer={answer} again={again}>
        {({ asked: key, found }) =>
          found.nodes.length === 0 ? (
            <NoFacts query={place.query} />
          ) : (
            <Walk key={key} found={found} relation={relation} ask={ask} />
          )
        }
      </Shown>
    </>
  )
}

function NoFacts({ query: { entity, persona, as_of } }: { query: Place['query'] }) {
  const isFiltered = Boolean(entity || persona || as_of)
  return (
    <Empty
      title={
        entity ? `Nothing is known of ${entity}` : isFiltered ? 'Nothing is known there' : 'There are no facts yet'
      }
    >
      {isFiltered ? (
        <p>Look for another name, another persona or a later day.</p>
      ) : (
        <p>Facts are read from what is remembered, and drawn here.</p>
      )}
      {!isFiltered && <TellIt />}
    </Empty>
  )
}

interface WalkProps {
  readonly found: GraphResponse
  readonly relation: string
  readonly ask: (name: string) => Promise<GraphResponse>
}

/** What was found, and what was walked to from there: whoever is chosen brings what stands around him. */
function Walk({ found, relation, ask }: WalkProps) {
  const { tell } = useConsole()
  const complain = useComplaint()
  const [known, setKnown] = useState<GraphResponse>(found)
  const [walked, setWalked] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = useMemo(
    () => (relation ? { ...known, edges: known.edges.filter((edge) => edge.relation === relation) } : known),
    [known, relation],
  )
  function choose(id: string | null): void {
    setChosen(id)
    const node = known.nodes.find((one) => one.id === id)
    if (!node || walked.has(node.id)) return
    setWalked(new Set([...walked, node.id]))
    if (known.nodes.length >= MOST_NODES) tell('The picture is full. Start anew from one of its names.')
    else ask(node.name).then((more) => setKnown((before) => merged(before, more)), complain)
  }
  return (
    <div class="columns wide">
      <LazyPicture data={shown} chosen={chosen} onChoose={choose} />
      <GraphBeside data={shown} chosen={chosen} onChoose={choose} />
    </div>
  )
}

const merged = (before: GraphResponse, more: GraphResponse): GraphResponse => ({
  nodes: [...new Map([...before.nodes, ...more.nodes].map((node) => [node.id, node])).values()],
  edges: [...new Map([...before.edges, ...more.edges].map((edge) => [edge.id, edge])).values()],
})

function LazyPicture(props: PictureProps) {
  const [Picture, setPicture] = useState<ComponentType<PictureProps> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    import('./picture.tsx').then(
      (part) => setPicture(() => part.Picture),
      () => setProblem('The picture could not be loaded. Reload the page: the console may have been updated.'),
    )
  }, [])
  return (
    <div class="picture">
      {Picture && <Picture {...props} />}
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

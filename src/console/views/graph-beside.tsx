import type { GraphResponse } from '../../../packages/client/src/client.ts'
import { Tag } from '../parts/tag.tsx'
import { placeUrl } from '../router.ts'

const SHOWN = 100

interface Props {
  readonly data: GraphResponse
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

/** The picture in words: whom there is, and what is said of whoever was chosen. All of it can be walked by keyboard. */
export function GraphBeside({ data, chosen, onChoose }: Props) {
  const node = data.nodes.find(({ id }) => id === chosen)
  return (
    <aside class="card beside">
      {node ? <Chosen node={node} data={data} onChoose={onChoose} /> : <Names data={data} onChoose={onChoose} />}
    </aside>
  )
}

const Names = ({ data, onChoose }: Omit<Props, 'chosen'>) => (
  <>
    <h2>Names</h2>
    <p class="small soft">
      {data.nodes.length} names and {data.edges.length} facts. Choose one, here or in the picture, to walk on.
    </p>
    <ul class="names" aria-label="Names in the picture">
      {[...data.nodes]
        .sort((a, b) => b.facts - a.facts)
        .slice(0, SHOWN)
        .map((node) => (
          <li key={node.id} class="name">
            <button type="button" class="link" onClick={() => onChoose(node.id)}>
              {node.name}
            </button>
            <span class={`dot ${node.kind} small soft`}>{node.kind}</span>
          </li>
        ))}
    </ul>
  </>
)

interface ChosenProps {
  readonly node: GraphResponse['nodes'][number]
  readonly data: GraphResponse
  readonly onChoose: (id: string | null) => void
}

function Chosen({ node, data, onChoose }: ChosenProps) {
  const nameOf = new Map(data.nodes.map(({ id, name }) => [id, name]))
  const edges = data.edges.filter(({ from, to }) => from === node.id || to === node.id)
  return (
    <>
      <div class="head">
        <h2 class="grow stored">{node.name}</h2>
        <button type="button" onClick={() => onChoose(null)}>
          All names
        </button>
      </div>
      <div class="about">
        <span class={`dot ${node.kind}`}>{node.kind}</span>
        <a href={placeUrl({ view: 'graph', query: { entity: node.name } })}>Start here</a>
        <a href={placeUrl({ view: 'profile', query: { entity: node.name } })}>Profile</a>
        <a href={placeUrl({ view: 'memories', query: { entity: node.name } })}>Memories</a>
      </div>
      <ul class="names" aria-label={`Facts of ${node.name}`}>
        {edges.map((edge) => {
          const other = edge.from === node.id ? edge.to : edge.from
          return (
            <li key={edge.id} class={edge.state === 'current' ? '' : 'faint'}>
              <span class="text">{edge.fact}</span> {edge.state !== 'current' && <Tag state={edge.state} />}{' '}
              {other !== node.id && (
                <button type="button" class="link small" onClick={() => onChoose(other)}>
                  Go to {nameOf.get(other) ?? other}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

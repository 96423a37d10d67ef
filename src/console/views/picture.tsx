import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { useEffect, useRef, useState } from 'preact/hooks'
import Sigma from 'sigma'
import type { GraphResponse } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { sentenceOf } from '../parts/use-answer.ts'
import { placeUrl } from '../router.ts'

export interface PictureProps extends GraphResponse {
  /** Only edges whose relation has these words are drawn strong. */
  readonly relation: string
  readonly persona: string
  readonly asOf: string
}

/** In the middle between light and dark, so that they are seen on both. */
const COLOURS = {
  user: '#e0663a',
  person: '#1a9a84',
  place: '#c08a1e',
  organisation: '#5b7cf0',
  thing: '#9b73d8',
  value: '#868e96',
}
const MOST_NODES = 2_000
const ITERATIONS = 120

/** A click on a name brings what stands around it into the picture; a double click leads to its profile. */
export function Picture({ nodes, edges, relation, persona, asOf }: PictureProps) {
  const { client, tell } = useConsole()
  const canvas = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ graph: Graph; sigma: Sigma } | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)

  useEffect(() => {
    const graph = new Graph({ multi: true })
    extend(graph, { nodes, edges })
    layOut(graph)
    const sigma = new Sigma(graph, canvas.current!, {
      labelColor: { color: inkOf(canvas.current!) },
      renderEdgeLabels: graph.size < 60,
      edgeLabelColor: { color: inkOf(canvas.current!) },
      labelRenderedSizeThreshold: 5,
      allowInvalidContainer: true,
    })
    drawn.current = { graph, sigma }
    sigma.on('clickNode', ({ node }) => setChosen(node))
    sigma.on('doubleClickNode', (event) => {
      event.preventSigmaDefault()
      const name = graph.getNodeAttribute(event.node, 'label') as string
      location.hash = placeUrl({ view: 'profile', query: { entity: name } })
    })
    return () => sigma.kill()
  }, [nodes, edges])

  useEffect(() => {
    const words = relation.toLowerCase()
    drawn.current?.sigma.setSetting('edgeReducer', (_, data) => ({
      ...data,
      hidden: words !== '' && !String(data.relation).toLowerCase().includes(words),
    }))
  }, [relation])

  useEffect(() => {
    if (chosen === null || !drawn.current) return
    const { graph } = drawn.current
    const name = graph.getNodeAttribute(chosen, 'label') as string
    client.graph({ entity: name, limit: 200, ...(persona && { persona }), ...(asOf && { as_of: asOf }) }).then(
      (more) => {
        if (graph.order >= MOST_NODES) {
          tell('The picture is full. Start anew from one of its names.')
          return
        }
        if (extend(graph, more, chosen) > 0) layOut(graph)
      },
      (error: unknown) => tell(sentenceOf(error)),
    )
  }, [chosen])

  return <div class="canvas" ref={canvas} role="img" aria-label={`${nodes.length} names and ${edges.length} facts`} />
}

const inkOf = (element: HTMLElement): string => getComputedStyle(element).color

/** Adds what is not there yet; how much that was. */
function extend(graph: Graph, { nodes, edges }: GraphResponse, around?: string): number {
  const before = graph.order + graph.size
  const centre = around === undefined ? { x: 0, y: 0 } : graph.getNodeAttributes(around)
  for (const [at, node] of nodes.entries())
    if (!graph.hasNode(node.id))
      graph.addNode(node.id, {
        label: node.name,
        size: 4 + Math.min(12, Math.sqrt(node.facts) * 2),
        color: COLOURS[node.kind as keyof typeof COLOURS] ?? COLOURS.person,
        x: (centre.x as number) + Math.cos(at * 2.4) * Math.sqrt(at + 1),
        y: (centre.y as number) + Math.sin(at * 2.4) * Math.sqrt(at + 1),
      })
  for (const edge of edges)
    if (!graph.hasEdge(edge.id) && graph.hasNode(edge.from) && graph.hasNode(edge.to))
      graph.addEdgeWithKey(edge.id, edge.from, edge.to, {
        label: edge.relation,
        relation: edge.relation,
        size: edge.state === 'current' ? 2 : 0.5,
        // What was replaced is faint.
        color: edge.state === 'current' ? '#9aa3af' : '#9aa3af55',
        type: 'arrow',
      })
  return graph.order + graph.size - before
}

const layOut = (graph: Graph): void =>
  forceAtlas2.assign(graph, {
    iterations: ITERATIONS,
    settings: { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: graph.order > 300, adjustSizes: true },
  })

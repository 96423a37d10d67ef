import Graph from 'graphology'
import { useEffect, useRef } from 'preact/hooks'
import Sigma from 'sigma'
import type { GraphResponse } from '../../../packages/client/src/client.ts'
import { drawHover, drawLabel } from './picture-labels.ts'
import { layOut } from './picture-layout.ts'
import { DrawnOnce, pointByPlace, shrinkOf } from './picture-pointer.ts'

export interface PictureProps {
  readonly data: GraphResponse
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

const KINDS = ['user', 'person', 'place', 'organisation', 'thing', 'value'] as const

const MANY_EDGES = 500

/** A click on a name chooses it; whoever chose it brings what stands around it into the picture. */
export function Picture({ data, chosen, onChoose }: PictureProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ graph: Graph; sigma: Sigma } | null>(null)
  const latest = useRef({ chosen, onChoose })
  latest.current = { chosen, onChoose }

  useEffect(() => {
    const graph = new Graph({ multi: true })
    const sigma = new Sigma(graph, canvas.current!, {
      ...colours(canvas.current!),
      nodeProgramClasses: { circle: DrawnOnce },
      labelFont: 'system-ui, sans-serif',
      edgeLabelFont: 'system-ui, sans-serif',
      labelDensity: 0.7,
      stagePadding: 60,
      labelRenderedSizeThreshold: 2,
      allowInvalidContainer: true,
      defaultDrawNodeHover: drawHover,
      defaultDrawNodeLabel: drawLabel,
      nodeReducer: (id, node) => ({
        ...node,
        size: node.size * shrinkOf(graph),
        ...(isNear(graph, latest.current.chosen, id) ? {} : { label: '', zIndex: 0 }),
      }),
      // What is said stands at the edges of whoever is chosen alone: of all it could not be read.
      edgeReducer: (id, edge) => {
        const near = latest.current.chosen !== null && graph.hasExtremity(id, latest.current.chosen)
        return near ? { ...edge, forceLabel: true, size: 2.5 } : { ...edge, label: '' }
      },
    })
    pointByPlace(graph, sigma)
    drawn.current = { graph, sigma }
    sigma.on('clickNode', ({ node }) => latest.current.onChoose(node))
    sigma.on('clickStage', () => latest.current.onChoose(null))
    const element = canvas.current!
    const recolour = () => {
      // The page may change its colours after the picture has left it.
      if (!element.isConnected) return
      for (const [name, colour] of Object.entries(colours(element))) sigma.setSetting(name as 'labelColor', colour)
      // It throws for edges that were added since it drew last.
      sigma.refresh()
      graph.updateEachEdgeAttributes((_, edge) => ({ ...edge, color: edgeColour(element, edge.isFaint) }))
    }
    const watch = new MutationObserver(recolour)
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', recolour)
    return () => {
      watch.disconnect()
      system.removeEventListener('change', recolour)
      sigma.kill()
    }
  }, [])

  useEffect(() => {
    const { graph, sigma } = drawn.current!
    // Of many edges each costs less: no arrows, and none while the picture is moved.
    const isLarge = data.edges.length > MANY_EDGES
    sigma.setSetting('hideEdgesOnMove', isLarge)
    sigma.setSetting('hideLabelsOnMove', isLarge)
    sigma.setSetting('defaultEdgeType', isLarge ? 'line' : 'arrow')
    return extend(graph, data, latest.current.chosen, canvas.current!) ? layOut(graph, sigma) : undefined
  }, [data])
  useEffect(() => {
    const { sigma } = drawn.current!
    sigma.setSetting('renderEdgeLabels', chosen !== null)
    sigma.refresh()
  }, [chosen])

  const label = `Picture of ${data.nodes.length} names and ${data.edges.length} facts`
  return <div class="canvas" ref={canvas} role="img" aria-label={label} />
}

const isNear = (graph: Graph, chosen: string | null, id: string): boolean =>
  chosen === null || chosen === id || graph.areNeighbors(chosen, id)

const variable = (element: HTMLElement, name: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}

const colours = (element: HTMLElement) => ({
  labelColor: { color: variable(element, '--ink') },
  edgeLabelColor: { color: variable(element, '--soft') },
})

const edgeColour = (element: HTMLElement, isFaint: boolean): string =>
  variable(element, isFaint ? '--edge-faint' : '--edge')

/** Makes the picture what the data is: what is new stands around whoever was chosen. Says whether anything was added. */
function extend(graph: Graph, { nodes, edges }: GraphResponse, around: string | null, element: HTMLElement): boolean {
  const before = graph.order
  const colourOf = new Map<string, string>(KINDS.map((kind) => [kind, variable(element, `--${kind}`)]))
  const centre = around !== null && graph.hasNode(around) ? graph.getNodeAttributes(around) : { x: 0, y: 0 }
  for (const [at, node] of nodes.entries())
    if (!graph.hasNode(node.id))
      graph.addNode(node.id, {
        label: node.name,
        size: 4 + Math.min(12, Math.sqrt(node.facts) * 2),
        color: colourOf.get(node.kind) ?? colourOf.get('thing'),
        x: (centre.x as number) + Math.cos(at * 2.4) * Math.sqrt(at + 1),
        y: (centre.y as number) + Math.sin(at * 2.4) * Math.sqrt(at + 1),
      })
  const kept = new Set(edges.map(({ id }) => id))
  for (const id of graph.edges()) if (!kept.has(id)) graph.dropEdge(id)
  const [strong, faint] = [edgeColour(element, false), edgeColour(element, true)]
  for (const edge of edges)
    if (!graph.hasEdge(edge.id) && graph.hasNode(edge.from) && graph.hasNode(edge.to)) {
      // What was replaced is faint.
      const isFaint = edge.state !== 'current'
      graph.addEdgeWithKey(edge.id, edge.from, edge.to, {
        ...{ label: edge.relation, isFaint, size: isFaint ? 1 : 2, color: isFaint ? faint : strong },
      })
    }
  return graph.order > before
}

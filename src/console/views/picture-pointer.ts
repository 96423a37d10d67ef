import type Graph from 'graphology'
import type Sigma from 'sigma'
import { NodeCircleProgram, type NodeProgramType } from 'sigma/rendering'

type Given = ConstructorParameters<NodeProgramType>

/** Sigma draws every picture twice, the second time in colours that tell which node is where. Nobody looks at that one here. */
function drawnOnce(this: unknown, gl: Given[0], _seen: Given[1], sigma: Given[2]) {
  return new NodeCircleProgram(gl, null, sigma)
}

/** Sigma calls it with `new`. */
export const DrawnOnce = drawnOnce as unknown as NodeProgramType

/** Of many nodes each is drawn smaller, or they would cover one another. */
export const shrinkOf = (graph: Graph): number => Math.max(0.4, Math.min(1, Math.sqrt(250 / graph.order)))

/**
 * Which node is under the pointer, by where they are. Sigma would read a pixel back from the graphics card at every move of the pointer, and
 * wait until everything is drawn.
 */
export function pointByPlace(graph: Graph, sigma: Sigma): void {
  const getNodeAtPosition = ({ x, y }: { x: number; y: number }): string | null => {
    const at = sigma.viewportToGraph({ x, y })
    const beside = sigma.viewportToGraph({ x: x + 1, y })
    const unit = Math.hypot(beside.x - at.x, beside.y - at.y) * shrinkOf(graph)
    let found: string | null = null
    graph.forEachNode((id, node) => {
      const reach = unit * sigma.scaleSize(node.size)
      // The last that is drawn is on top.
      if ((node.x - at.x) ** 2 + (node.y - at.y) ** 2 <= reach ** 2) found = id
    })
    return found
  }
  Object.assign(sigma, { getNodeAtPosition })
}

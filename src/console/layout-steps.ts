import defaults from 'graphology-layout-forceatlas2/defaults.js'
import iterate from 'graphology-layout-forceatlas2/iterate.js'

/** Nodes and edges in the form of the layout library. */
export interface LayoutTask {
  readonly nodes: Float32Array
  readonly edges: Float32Array
  readonly iterations: number
  readonly isLarge: boolean
}

const FIELDS_OF_NODE = 10

/** Lays a graph out, and tells `x, y` of every node each `stepMs`, and at the end. */
export function* layoutSteps(
  { nodes, edges, iterations, isLarge }: LayoutTask,
  stepMs: number,
): Generator<Float32Array<ArrayBuffer>> {
  // Strong gravity keeps together what is not connected; of many nodes it would make a ball.
  const form = isLarge ? { gravity: 0.3, scalingRatio: 4 } : { strongGravityMode: true, gravity: 1, scalingRatio: 10 }
  const settings = { ...defaults, barnesHutOptimize: isLarge, slowDown: 2, ...form }
  let toldAt = performance.now()
  for (let done = 1; done <= iterations; done++) {
    iterate(settings, nodes, edges)
    if (done < iterations && performance.now() - toldAt < stepMs) continue
    const positions = new Float32Array((2 * nodes.length) / FIELDS_OF_NODE)
    for (let at = 0; at < positions.length; at++) positions[at] = nodes[Math.floor(at / 2) * FIELDS_OF_NODE + (at % 2)]!
    yield positions
    toldAt = performance.now()
  }
}

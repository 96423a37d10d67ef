import type Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'

const ITERATIONS = 300
/** So much of a frame: the rest is for drawing and for the reader. */
const FRAME_MS = 10

/** Pulls together what belongs together, some steps a frame, so that the page can be used meanwhile. Returns what stops it. */
export function layOut(graph: Graph): () => void {
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    ...{ barnesHutOptimize: graph.order > 300, scalingRatio: 10, gravity: 1, slowDown: 2 },
  }
  let left = ITERATIONS
  let atOnce = 1
  let frame = requestAnimationFrame(function step() {
    const began = performance.now()
    forceAtlas2.assign(graph, { iterations: Math.min(atOnce, left), settings })
    left -= atOnce
    const each = (performance.now() - began) / atOnce
    atOnce = Math.max(1, Math.min(20, Math.floor(FRAME_MS / Math.max(0.1, each))))
    if (left > 0) frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

import type Graph from 'graphology'
import { graphToByteArrays } from 'graphology-layout-forceatlas2/helpers.js'
import type Sigma from 'sigma'
import { layoutSteps } from '../layout-steps.ts'

/** Where the built worker is; the build puts its address here. */
declare const LAYOUT_WORKER_URL: string

const ITERATIONS = 300
/** Positions are drawn anew for so much of the time at most: the rest is the reader's. */
const DRAWING_SHARE = 1 / 8
/** While the picture is being moved, what was laid out waits. */
const MOVED_MS = 250
/** Where the page itself lays out, it does so for so long at a time. */
const SLICE_MS = 10

/** Pulls together what belongs together, in a thread of its own, so that the page can be used meanwhile. Returns what stops it. */
export function layOut(graph: Graph, sigma: Sigma): () => void {
  const taskOf = () => ({
    ...graphToByteArrays(graph, () => 1),
    ...{ iterations: ITERATIONS, isLarge: graph.order > 300 },
  })
  const ids = graph.nodes()
  const worker = new Worker(LAYOUT_WORKER_URL)
  let positions: Float32Array | null = null
  let frame = 0
  let resumesAt = 0
  let timer = 0
  const draw = () => {
    const began = performance.now()
    if (began < resumesAt) {
      frame = requestAnimationFrame(draw)
      return
    }
    frame = 0
    for (const [at, id] of ids.entries()) {
      // Without events: each would have its node drawn by itself.
      const node = graph.getNodeAttributes(id)
      node.x = positions![2 * at]!
      node.y = positions![2 * at + 1]!
    }
    sigma.refresh({ partialGraph: { nodes: ids } })
    resumesAt = performance.now() + (performance.now() - began) / DRAWING_SHARE
  }
  const wait = () => {
    resumesAt = Math.max(resumesAt, performance.now() + MOVED_MS)
  }
  sigma.getCamera().on('updated', wait)
  const show = (found: Float32Array) => {
    positions = found
    frame ||= requestAnimationFrame(draw)
  }
  worker.onmessage = ({ data }: MessageEvent<Float32Array>) => show(data)
  // Where the worker cannot be loaded, the page does it between what else it has to do.
  worker.onerror = () => {
    worker.terminate()
    const steps = layoutSteps(taskOf(), SLICE_MS)
    const step = () => {
      const { value, done } = steps.next()
      if (done) return
      show(value)
      timer = window.setTimeout(step)
    }
    step()
  }
  const task = taskOf()
  worker.postMessage(task, [task.nodes.buffer, task.edges.buffer])
  return () => {
    clearTimeout(timer)
    worker.terminate()
    cancelAnimationFrame(frame)
    sigma.getCamera().off('updated', wait)
  }
}

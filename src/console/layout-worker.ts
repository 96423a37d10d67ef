import { type LayoutTask, layoutSteps } from './layout-steps.ts'

/** How often it tells where it stands. */
const TOLD_MS = 50

const page = self as unknown as {
  onmessage: (event: MessageEvent<LayoutTask>) => void
  postMessage(positions: Float32Array, transfer: readonly ArrayBufferLike[]): void
  close(): void
}

/** Lays a graph out in a thread of its own, sends `x, y` of every node as it goes on, and ends with the last of them. */
page.onmessage = ({ data }) => {
  for (const positions of layoutSteps(data, TOLD_MS)) page.postMessage(positions, [positions.buffer])
  page.close()
}

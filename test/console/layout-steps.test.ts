import { expect, it } from 'vitest'
import { layoutSteps } from '../../src/console/layout-steps.ts'

it('a layout tells where its nodes are as it goes on, and ends', () => {
  // Two nodes of ten fields each: x and y are the first, mass and size the seventh and ninth.
  const node = (x: number) => [x, 1, 0, 0, 0, 0, 1, 1, 1, 0]
  const nodes = new Float32Array([...node(1), ...node(2)])
  const edges = new Float32Array([0, 10, 1])
  const told = [...layoutSteps({ nodes, edges, iterations: 5, isLarge: false }, 0)]
  expect(told).toHaveLength(5)
  expect([...told.at(-1)!]).toEqual([nodes[0], nodes[1], nodes[10], nodes[11]])
  expect(told[0]).not.toEqual(told.at(-1))
})

/** The parts of the layout library that have no types of their own. */
declare module 'graphology-layout-forceatlas2/helpers.js' {
  import type Graph from 'graphology'

  export function graphToByteArrays(
    graph: Graph,
    weightOf: () => number,
  ): { readonly nodes: Float32Array<ArrayBuffer>; readonly edges: Float32Array<ArrayBuffer> }
}

declare module 'graphology-layout-forceatlas2/defaults.js' {
  const defaults: Readonly<Record<string, number | boolean>>
  export default defaults
}

declare module 'graphology-layout-forceatlas2/iterate.js' {
  export default function iterate(
    settings: Readonly<Record<string, number | boolean>>,
    nodes: Float32Array,
    edges: Float32Array,
  ): void
}

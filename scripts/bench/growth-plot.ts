import type { RetrieveFigures } from './measure-retrieve.ts'

const SIZE = { width: 560, height: 340, left: 64, bottom: 48, top: 34, right: 120 } as const
const LINES = [
  { name: 'two hops', colour: '#b4552f', of: ({ modes }: RetrieveFigures) => modes['two hops'].p50 },
  { name: 'hybrid', colour: '#2f6fb2', of: ({ modes }: RetrieveFigures) => modes.hybrid.p50 },
  { name: 'episodic', colour: '#3a8f5c', of: ({ modes }: RetrieveFigures) => modes.episodic.p50 },
  { name: 'common words', colour: '#8a5fb0', of: ({ common }: RetrieveFigures) => common.p50 },
  { name: 'nothing', colour: '#888888', of: ({ noop }: RetrieveFigures) => noop.p50 },
] as const

/** Medians over the size of the memory, both on scales of powers of ten: what grows in step with the memory is a straight line upwards. */
export function growthPlot(sizes: readonly RetrieveFigures[]): string {
  const all = sizes.flatMap((size) => LINES.map(({ of }) => of(size)))
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))]
  const [first, last] = [Math.log10(sizes[0]!.chunks), Math.log10(sizes.at(-1)!.chunks)]
  const inner = { width: SIZE.width - SIZE.left - SIZE.right, height: SIZE.height - SIZE.top - SIZE.bottom }
  const x = (chunks: number) => SIZE.left + ((Math.log10(chunks) - first) / (last - first || 1)) * inner.width
  const y = (ms: number) => SIZE.top + (1 - (Math.log10(ms) - low) / (high - low || 1)) * inner.height
  const at = (value: number) => value.toFixed(1)
  const grid = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)).map((tick) =>
    [
      `<line x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${at(y(tick))}" y2="${at(y(tick))}" class="grid"/>`,
      `<text x="${SIZE.left - 8}" y="${at(y(tick) + 4)}" class="side">${tick} ms</text>`,
    ].join('\n'),
  )
  const labels = sizes.map(
    ({ chunks }) =>
      `<text x="${at(x(chunks))}" y="${SIZE.height - SIZE.bottom + 18}">${chunks.toLocaleString('en')}</text>`,
  )
  // Names stand beside the ends of their lines, never nearer to each other than a line of text.
  let above = Number.NEGATIVE_INFINITY
  const named = [...LINES]
    .sort((a, b) => b.of(sizes.at(-1)!) - a.of(sizes.at(-1)!))
    .map((line) => {
      above = Math.max(above + 13, y(line.of(sizes.at(-1)!)) + 4)
      return { ...line, labelY: above }
    })
  const lines = named.map(({ name, colour, of, labelY }) =>
    [
      `<polyline points="${sizes.map((size) => `${at(x(size.chunks))},${at(y(of(size)))}`).join(' ')}" stroke="${colour}"/>`,
      ...sizes.map((size) => `<circle cx="${at(x(size.chunks))}" cy="${at(y(of(size)))}" r="3" fill="${colour}"/>`),
      `<text x="${SIZE.width - SIZE.right + 10}" y="${at(labelY)}" class="name" fill="${colour}">${name}</text>`,
    ].join('\n'),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="system-ui, sans-serif">
<style>
svg { background: #fff } .grid { stroke: #e3e3e3 } polyline { fill: none; stroke-width: 2 }
text { font-size: 11px; text-anchor: middle } .side { text-anchor: end } .name { text-anchor: start } .title { font-size: 13px }
</style>
<text x="${SIZE.width / 2}" y="18" class="title">Retrieve through HTTP, median, over the size of the memory</text>
${grid.join('\n')}
${labels.join('\n')}
${lines.join('\n')}
<text x="${SIZE.left + inner.width / 2}" y="${SIZE.height - 8}">chunks in the namespace</text>
</svg>
`
}

import type { Band } from './measure-calibration.ts'

const SIZE = { width: 560, height: 340, left: 56, bottom: 52, top: 34, right: 20 } as const
const MIN_FACTS = 5

/** What a score means: of the facts with that score, how many were evidence. Too small a group says nothing and is left out. */
export function reliabilityPlot(tenths: readonly Band[]): string {
  const inner = { width: SIZE.width - SIZE.left - SIZE.right, height: SIZE.height - SIZE.top - SIZE.bottom }
  const x = (score: number) => SIZE.left + score * inner.width
  const y = (share: number) => SIZE.top + (1 - share) * inner.height
  const bars = tenths
    .filter(({ facts }) => facts >= MIN_FACTS)
    .map(({ from, to, evidence, facts }) => {
      const [left, right] = [x(from) + 3, x(to) - 3]
      const label = (left + right) / 2
      return [
        `<rect x="${left.toFixed(1)}" y="${y(evidence).toFixed(1)}" width="${(right - left).toFixed(1)}" height="${(y(0) - y(evidence)).toFixed(1)}" class="bar"/>`,
        `<text x="${label.toFixed(1)}" y="${(y(evidence) - 5).toFixed(1)}" class="value">${evidence.toFixed(2)}</text>`,
        `<text x="${label.toFixed(1)}" y="${SIZE.height - SIZE.bottom + 32}" class="count">${facts}</text>`,
      ].join('\n')
    })
  const ticks = Array.from({ length: 6 }, (_, at) => at / 5).map((tick) =>
    [
      `<text x="${x(tick).toFixed(1)}" y="${SIZE.height - SIZE.bottom + 16}" class="tick">${tick.toFixed(1)}</text>`,
      `<text x="${SIZE.left - 8}" y="${(y(tick) + 4).toFixed(1)}" class="side">${tick.toFixed(1)}</text>`,
      `<line x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" class="grid"/>`,
    ].join('\n'),
  )
  const edges = [0.2, 0.4, 0.7].map(
    (edge) =>
      `<line x1="${x(edge).toFixed(1)}" x2="${x(edge).toFixed(1)}" y1="${SIZE.top}" y2="${y(0)}" class="edge"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="system-ui, sans-serif">
<style>
svg { background: #fff } .bar { fill: #2f6fb2 } .grid { stroke: #e3e3e3 } .edge { stroke: #b44; stroke-dasharray: 4 3 }
text { font-size: 11px; fill: #333; text-anchor: middle } .side { text-anchor: end } .count { fill: #888; font-size: 10px } .title { font-size: 13px }
</style>
<text x="${SIZE.width / 2}" y="18" class="title">Share of facts that are evidence, by score</text>
${ticks.join('\n')}
${edges.join('\n')}
${bars.join('\n')}
<text x="${SIZE.left + inner.width / 2}" y="${SIZE.height - 4}">score (below: number of facts; dashed: the bands)</text>
</svg>
`
}

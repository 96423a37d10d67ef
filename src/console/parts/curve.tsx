interface Props {
  /** Strength right after the last access, and now. */
  readonly full: number
  readonly now: number
  /** What the curve begins with. */
  readonly since: string
  readonly halfLifeDays: number
  readonly threshold: number
}

const WIDTH = 320
const HEIGHT = 90

/** How strength went down since the last access, and when it will be so weak that it is pruned. */
export function Curve({ full, now, since, halfLifeDays, threshold }: Props) {
  const passed = Math.max(0, halfLifeDays * Math.log2(full / Math.max(now, 1e-6)))
  const until = Math.max(0, halfLifeDays * Math.log2(full / threshold))
  const span = Math.max(until * 1.15, passed * 1.1, 1)
  const x = (days: number) => (days / span) * WIDTH
  const y = (strength: number) => HEIGHT - strength * (HEIGHT - 14)
  const points = Array.from({ length: 61 }, (_, at) => {
    const days = (at / 60) * span
    return `${x(days).toFixed(1)},${y(full * 2 ** (-days / halfLifeDays)).toFixed(1)}`
  })
  const left = Math.round(until - passed)
  return (
    <figure class="curve">
      <svg viewBox={`-6 0 ${WIDTH + 12} ${HEIGHT + 16}`} role="img" aria-label={`Strength ${now.toFixed(2)} now`}>
        <line class="axis" x1="0" x2={WIDTH} y1={y(threshold)} y2={y(threshold)} stroke-dasharray="4 4" />
        <polyline class="stroke" points={points.join(' ')} />
        <circle class="fill" cx={x(passed)} cy={y(now)} r="4" />
        <text x="0" y={HEIGHT + 12}>
          {since}
        </text>
        <text x={WIDTH} y={HEIGHT + 12} text-anchor="end">
          {Math.round(span)} days later
        </text>
      </svg>
      <figcaption class="small soft">
        {left > 0 ? `Pruned in about ${left} days, unless it is found before.` : 'Due to be pruned by the next round.'}
      </figcaption>
    </figure>
  )
}

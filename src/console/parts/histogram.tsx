interface Props {
  readonly title: string
  readonly counts: readonly number[]
  readonly labels: readonly string[]
}

const BAR = 44
const HEIGHT = 110

/** Counts side by side, each with its number above it. */
export function Histogram({ title, counts, labels }: Props) {
  const most = Math.max(1, ...counts)
  // Few bars are not drawn wider than many.
  const width = BAR * Math.max(10, counts.length)
  return (
    <figure class="histogram">
      <svg
        width={width}
        viewBox={`0 0 ${width} ${HEIGHT + 34}`}
        role="img"
        aria-label={`${title}: ${counts.map((n, at) => `${labels[at]} ${n}`).join(', ')}`}
      >
        <line class="axis" x1="0" x2={width} y1={HEIGHT + 16} y2={HEIGHT + 16} />
        {counts.map((n, at) => {
          const height = (n / most) * HEIGHT
          return (
            <g key={labels[at]}>
              <rect class="fill" x={at * BAR + 6} width={BAR - 12} y={HEIGHT + 16 - height} height={height} rx="3" />
              <text x={at * BAR + BAR / 2} y={HEIGHT + 12 - height} text-anchor="middle">
                {n || ''}
              </text>
              <text x={at * BAR + BAR / 2} y={HEIGHT + 30} text-anchor="middle">
                {labels[at]}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption class="small soft">{title}</figcaption>
    </figure>
  )
}

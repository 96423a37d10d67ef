export interface Bar {
  readonly label: string
  readonly value: number
  /** Of the whole width, -1 to 1. */
  readonly share: number
  /** It may be below zero, and grows from the middle. */
  readonly isSigned?: boolean
}

/** Figures as bars; one below zero goes to the left. The numbers stand beside them for whoever cannot see the bars. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <dl class="bars">
    {bars.map((bar) => (
      <div key={bar.label}>
        <dt>{bar.label}</dt>
        <dd class="track" aria-hidden="true">
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="presentation">
            <rect class={bar.value < 0 ? 'fill less' : 'fill'} {...extentOf(bar)} height="6" />
          </svg>
        </dd>
        <dd class="number">{bar.value.toFixed(2)}</dd>
      </div>
    ))}
  </dl>
)

function extentOf({ share, isSigned }: Bar): { x: number; width: number } {
  const part = Math.min(1, Math.abs(share))
  if (!isSigned) return { x: 0, width: 100 * part }
  return { x: share < 0 ? 50 - 50 * part : 50, width: 50 * part }
}

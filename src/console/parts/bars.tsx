export interface Bar {
  readonly label: string
  readonly value: number
  /** Of the whole width, 0 to 1. */
  readonly share: number
}

/** Figures as bars; one below zero is drawn in the colour of what is bad. The numbers stand beside them for whoever cannot see the bars. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <div class="bars">
    {bars.map(({ label, value, share }) => (
      <>
        <span>{label}</span>
        <span class="track" aria-hidden="true">
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="presentation">
            <rect class={value < 0 ? 'fill bad' : 'fill'} width={100 * Math.min(1, Math.abs(share))} height="6" />
          </svg>
        </span>
        <span class="number">{value.toFixed(2)}</span>
      </>
    ))}
  </div>
)

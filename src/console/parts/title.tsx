interface Props {
  readonly title: string
  /** Where it is one of many: the way back to them. */
  readonly back: string
  readonly backLabel: string
  readonly onBack?: (click: MouseEvent) => void
}

/** The title of a view that was opened from a list. */
export const Title = ({ title, back, backLabel, onBack }: Props) => (
  <div class="titles">
    <a class="back" href={back} aria-label={backLabel} onClick={onBack}>
      ‹
    </a>
    <h1 class="stored">{title}</h1>
  </div>
)

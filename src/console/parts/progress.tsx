interface Props {
  readonly label: string
  readonly isBusy: boolean
  /** 0 to 1; null: nobody knows how much there is. */
  readonly share: number | null
  readonly told: string | null
}

/** How far something long has come, as a bar and in words. Its room is kept while there is nothing to tell. */
export const Progress = ({ label, isBusy, share, told }: Props) => (
  <div class="progress" role="status">
    {(isBusy || share !== null) && (
      <progress aria-label={label} {...(share === null ? {} : { value: share, max: 1 })} />
    )}
    <span class="small soft">{told}</span>
  </div>
)

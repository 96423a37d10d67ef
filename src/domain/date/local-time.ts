/** When something was said, by the clock of whoever said it, which `offsetMs` is ahead of UTC: the days that a text counts are days there. */
export const localTime = ({
  occurredAt,
  offsetMs,
}: {
  readonly occurredAt: number
  readonly offsetMs?: number | null | undefined
}): number => occurredAt + (offsetMs ?? 0)

import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from './field.tsx'

const DAY_MS = 86_400_000

interface Props {
  /** The day that the answer is as of, `2026-11-16`; empty: now. */
  readonly value: string
  /** In seconds: as far as it goes back. */
  readonly earliest: number
  readonly onValue: (day: string) => void
}

const toIso = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** What was known on a day; at its end it is today. */
export function TimeSlider({ value, earliest, onValue }: Props) {
  const today = Math.floor(Date.now() / DAY_MS)
  // What is shown as of a day has nothing later: how far back there is anything is what was seen so far.
  const first = useRef(today - 1)
  first.current = Math.min(first.current, Math.floor((earliest * 1000) / DAY_MS))
  const [day, setDay] = useState(today)
  // What is no day is today.
  useEffect(() => setDay(Math.floor(Date.parse(value) / DAY_MS) || today), [value])
  const shown = day >= today ? 'today' : toIso(day)
  return (
    <Field label={`As of ${shown}`}>
      <input
        type="range"
        min={Math.min(first.current, day)}
        max={today}
        value={day}
        aria-label="As of"
        aria-valuetext={shown}
        onInput={(event) => setDay(Number(event.currentTarget.value))}
        onChange={() => onValue(day >= today ? '' : toIso(day))}
      />
    </Field>
  )
}

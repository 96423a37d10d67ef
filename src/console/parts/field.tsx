import { cloneElement, type VNode } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** A control with its label. */
export function Field({ label, children }: { label: string; children: VNode<{ id?: string }> }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, { id })}
    </div>
  )
}

interface InputProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly type?: 'text' | 'search' | 'date' | 'number'
  readonly placeholder?: string
  /** `/` goes here. */
  readonly isSearch?: boolean
  readonly min?: number
  readonly max?: number
  readonly step?: number
}

const WAIT_MS = 300

/** A field that is believed when one has stopped typing, or left it. */
export function Input({ label, value, onValue, isSearch, type = 'text', ...more }: InputProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(value), [value])
  const believe = (text: string, waitMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    // Who leaves a field by a click that clears it does not want it filled again.
    if (text === value) return
    timer.current = setTimeout(() => onValue(text), waitMs)
  }
  return (
    <Field label={label}>
      <input
        {...more}
        // The types of Preact know an input by its type.
        type={type as 'text'}
        value={typed}
        {...(isSearch ? { 'data-search': '' } : {})}
        spellcheck={false}
        onInput={(event) => believe(event.currentTarget.value, WAIT_MS)}
        onChange={(event) => believe(event.currentTarget.value, 0)}
      />
    </Field>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** What an empty value is called; without it there is none. */
  readonly any?: string
  readonly of: readonly string[]
}

export const Choice = ({ label, value, onValue, any, of }: ChoiceProps) => (
  <Field label={label}>
    <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {any !== undefined && <option value="">{any}</option>}
      {of.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </Field>
)

import type { ComponentChildren } from 'preact'
import type { Answer } from './use-answer.ts'

interface Props<T> {
  readonly answer: Answer<T>
  readonly again: () => void
  /** The heading while there is nothing under it. */
  readonly title?: ComponentChildren
  readonly children: (value: T) => ComponentChildren
}

/** The answer to a call: a thin line while it is awaited, the problem as a sentence, what is there. */
export function Shown<T>({ answer, again, title, children }: Props<T>) {
  return (
    <div aria-busy={answer.state === 'waiting'}>
      {answer.state === 'waiting' && <div class="waiting" role="progressbar" aria-label="Loading" />}
      {answer.value === null && title && <div class="head">{title}</div>}
      {answer.state === 'failed' && (
        <div class="problem" role="alert">
          {answer.problem}{' '}
          <button type="button" class="link" onClick={again}>
            Try again
          </button>
        </div>
      )}
      {answer.value !== null && children(answer.value)}
    </div>
  )
}

/** What to do where there is nothing yet. */
export const Empty = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

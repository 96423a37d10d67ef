import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { sentenceOf } from './sentence-of.ts'

/** Asks before something is done. Escape and a click beside it leave everything as it is. */
export function Dialog(props: {
  title: string
  action: string
  isBad?: boolean
  children: ComponentChildren
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await props.onDone()
      props.onClose()
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog.
    <dialog
      ref={dialog}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      aria-label={props.title}
    >
      <form onSubmit={submit}>
        <h2>{props.title}</h2>
        {problem && (
          <div class="problem" role="alert">
            {problem}
          </div>
        )}
        {props.children}
        <div class="bar">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class={props.isBad ? 'bad full' : 'main'} disabled={isBusy}>
            {props.action}
          </button>
        </div>
      </form>
    </dialog>
  )
}

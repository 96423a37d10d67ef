import { useConsole } from '../context.ts'

/** Copies a text, and says so. */
export function Copy({ label, text }: { label: string; text: string }) {
  const { tell } = useConsole()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => tell('Copied.'),
      () => tell('The browser does not let this page copy: select the text and copy it by hand.'),
    )
  return (
    <button type="button" aria-label={label} onClick={copy}>
      Copy
    </button>
  )
}

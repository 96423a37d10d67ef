/** `/` goes to the search of the view, arrows go from row to row, Escape leaves either. */
export function onKey(event: KeyboardEvent, main: HTMLElement | null): void {
  const target = event.target as HTMLElement
  const isField = target.matches('input, textarea, select')
  const next = nextOf(event.key, target, main)
  if (next) {
    event.preventDefault()
    next.focus()
    if (next instanceof HTMLInputElement) next.select()
  } else if (event.key === 'Escape' && (isField || target.matches('a.row')) && !target.closest('dialog')) target.blur()
}

function nextOf(key: string, target: HTMLElement, main: HTMLElement | null): HTMLElement | null | undefined {
  const isField = target.matches('input, textarea, select')
  if (key === '/') return isField ? null : main?.querySelector<HTMLElement>('[data-search]')
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step || (isField && !target.matches('[data-search]'))) return null
  const search = main?.querySelector<HTMLElement>('[data-search]')
  const rows = [...(search ? [search] : []), ...(main?.querySelectorAll<HTMLElement>('a.row') ?? [])]
  const at = rows.indexOf(target)
  return at < 0 ? null : rows[at + step]
}

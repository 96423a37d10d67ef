import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from './context.ts'
import { onKey } from './keyboard.ts'
import { Empty } from './parts/shown.tsx'
import { type Place, placeUrl } from './router.ts'
import { chooseTheme, currentTheme, type Theme } from './theme.ts'
import { type View, viewsFor } from './views.ts'

/** The places at the side, and the view. `/` goes to the search of the view, Escape leaves it. */
export function Frame({ place }: { place: Place }) {
  const context = useConsole()
  const main = useRef<HTMLElement>(null)
  const views = viewsFor(context)
  const offered = [...views.account, ...views.operator]
  const shown = offered.find(({ name }) => name === place.view) ?? (place.view === '' ? offered[0] : undefined)
  const title = shown?.title ?? 'Not here'
  const current = shown && (shown.within ?? shown.name)
  useEffect(() => {
    document.title = `${title} · edge-brain`
  }, [title])
  useEffect(() => scrollTo(0, 0), [place.view, place.id])
  // On a phone the places are a strip that may be wider than it.
  useEffect(() => {
    document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) onKey(event, main.current)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <div class="frame">
      <header class="side">
        <a class="skip" href={placeUrl(place)} onClick={() => main.current?.focus()}>
          Skip to the content
        </a>
        <div class="brand">
          <span class="mark" />
          edge-brain
        </div>
        <nav aria-label="Views">
          <Links views={views.account} current={current} />
          {views.account.length > 0 && views.operator.length > 0 && <hr />}
          <Links views={views.operator} current={current} />
        </nav>
        <Foot />
      </header>
      <main ref={main} tabIndex={-1}>
        {shown ? (
          <shown.View place={place} />
        ) : (
          <Empty title={offered.length === 0 ? 'This key may only erase' : 'There is no such view'}>
            <p>
              {offered.length === 0
                ? 'It can neither look nor remember. Sign in with a key that has the scope read.'
                : 'What this key may see is listed at the side.'}
            </p>
          </Empty>
        )}
      </main>
    </div>
  )
}

const Links = ({ views, current }: { views: readonly View[]; current: string | undefined }) => (
  <>
    {views
      .filter((view) => !view.within)
      .map((view) => (
        <a
          key={view.name}
          href={placeUrl({ view: view.name })}
          aria-current={view.name === current ? 'page' : undefined}
        >
          {view.title}
        </a>
      ))}
  </>
)

function Foot() {
  const { signOut } = useConsole()
  const [theme, setTheme] = useState<Theme>(currentTheme)
  return (
    <div class="foot">
      <label>
        <span class="visually-hidden">Theme</span>
        <select
          value={theme}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Theme
            chooseTheme(chosen)
            setTheme(chosen)
          }}
        >
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <a class="button" href="/docs">
        Reference
      </a>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </div>
  )
}

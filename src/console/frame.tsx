import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from './context.ts'
import { type Place, placeUrl } from './router.ts'
import { chooseTheme, currentTheme, type Theme } from './theme.ts'
import { Ask } from './views/ask.tsx'
import { GraphView } from './views/graph.tsx'
import { LifecycleView } from './views/lifecycle.tsx'
import { Memories } from './views/memories.tsx'
import { MemoryView } from './views/memory.tsx'
import { ProfileView } from './views/profile.tsx'
import { Timeline } from './views/timeline.tsx'
import { UsageView } from './views/usage.tsx'

interface View {
  readonly name: string
  readonly title: string
  readonly of: 'account' | 'operator'
  readonly View: ComponentType<{ place: Place }>
  /** It is reached from that one, and stands in no list of its own. */
  readonly within?: string
}

export const VIEWS: readonly View[] = [
  { name: 'memories', title: 'Memories', of: 'account', View: Memories },
  { name: 'memory', title: 'Memory', of: 'account', View: MemoryView, within: 'memories' },
  { name: 'ask', title: 'Ask', of: 'account', View: Ask },
  { name: 'graph', title: 'Graph', of: 'account', View: GraphView },
  { name: 'profile', title: 'Profile', of: 'account', View: ProfileView },
  { name: 'timeline', title: 'Timeline', of: 'account', View: Timeline },
  { name: 'lifecycle', title: 'Lifecycle', of: 'account', View: LifecycleView },
  { name: 'usage', title: 'Usage', of: 'account', View: UsageView },
]

/** The places at the side, and the view. `/` goes to the search of the view, Escape leaves it. */
export function Frame({ place }: { place: Place }) {
  const { session, signOut } = useConsole()
  const [theme, setTheme] = useState<Theme>(currentTheme)
  const main = useRef<HTMLElement>(null)
  const offered = VIEWS.filter(({ of }) => (of === 'account' ? session.key : session.adminToken) !== null)
  const {
    View,
    title,
    name: current,
    within = current,
  } = offered.find(({ name }) => name === place.view) ?? offered[0]!
  useEffect(() => {
    document.title = `${title} · edge-brain`
  }, [title])
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (target.matches('input, textarea, select')) {
        if (event.key === 'Escape') target.blur()
        return
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const search = main.current?.querySelector<HTMLInputElement>('[data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    addEventListener('keydown', jump)
    return () => removeEventListener('keydown', jump)
  }, [])

  return (
    <div class="frame">
      <a class="skip" href={placeUrl(place)} onClick={() => main.current?.focus()}>
        Skip to the content
      </a>
      <header class="side">
        <div class="brand">
          <span class="mark" />
          edge-brain
        </div>
        <nav aria-label="Views">
          {offered
            .filter((view) => !view.within)
            .map((view) => (
              <a
                key={view.name}
                href={placeUrl({ view: view.name })}
                aria-current={view.name === within ? 'page' : undefined}
              >
                {view.title}
              </a>
            ))}
        </nav>
        <div class="foot">
          <label class="field">
            <span>Theme</span>
            <select
              value={theme}
              onChange={(event) => {
                const chosen = event.currentTarget.value as Theme
                chooseTheme(chosen)
                setTheme(chosen)
              }}
            >
              <option value="system">As the system</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          <a href="/docs">Reference</a>
          <button type="button" onClick={() => signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        <View place={place} />
      </main>
    </div>
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListMemoriesQuery, Memory } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toAgo, toMinute } from '../parts/dates.ts'
import { Field } from '../parts/field.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { Tag } from '../parts/tag.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl, replacePlace } from '../router.ts'

const PAGE = 50
const FILTERS = ['q', 'persona', 'session_id', 'source', 'entity', 'state', 'since', 'until'] as const

/** Everything that was told, newest first, as far as the filters let it pass. */
export function Memories({ place }: { place: Place }) {
  const { client } = useConsole()
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (place.query[name] ? [[name, place.query[name]]] : [])))
  const asked = JSON.stringify(filter)
  const { answer, again } = useAnswer(
    // With what was asked for: until the answer is there, the last one stays in sight.
    async (signal) => ({
      ...{ asked, filter },
      ...(await client.listMemories({ ...filter, limit: PAGE } as ListMemoriesQuery, { signal })),
    }),
    [asked, client],
  )
  return (
    <>
      <div class="head">
        <h1>Memories</h1>
      </div>
      <Filters place={place} />
      <Shown answer={answer} again={again}>
        {(first) => <Pages key={first.asked} filter={first.filter} first={first} />}
      </Shown>
    </>
  )
}

function Filters({ place }: { place: Place }) {
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    replacePlace({ view: 'memories', query: { ...place.query, [name]: event.currentTarget.value } })
  const value = (name: string) => place.query[name] ?? ''
  return (
    <search class="card fields">
      <Field label="Words">
        <input data-search type="search" value={value('q')} onChange={set('q')} placeholder="Press / to search" />
      </Field>
      <Field label="About">
        <input type="search" value={value('entity')} onChange={set('entity')} placeholder="a name" />
      </Field>
      <Field label="Persona">
        <input value={value('persona')} onChange={set('persona')} />
      </Field>
      <Field label="Session">
        <input value={value('session_id')} onChange={set('session_id')} />
      </Field>
      <Field label="Source">
        <select value={value('source')} onChange={set('source')}>
          <option value="">any</option>
          <option>user</option>
          <option>assistant</option>
          <option>document</option>
        </select>
      </Field>
      <Field label="State">
        <select value={value('state')} onChange={set('state')}>
          <option value="">any</option>
          <option>current</option>
          <option>superseded</option>
          <option>invalidated</option>
        </select>
      </Field>
      <Field label="From">
        <input type="date" value={value('since')} onChange={set('since')} />
      </Field>
      <Field label="Before">
        <input type="date" value={value('until')} onChange={set('until')} />
      </Field>
    </search>
  )
}

interface PagesProps {
  readonly filter: Readonly<Record<string, string>>
  readonly first: { readonly memories: Memory[]; readonly next_cursor: string | null }
}

/** Page after page, as one scrolls. Arrow keys go from one to the next. */
function Pages({ filter, first }: PagesProps) {
  const { client, tell } = useConsole()
  const [memories, setMemories] = useState(first.memories)
  const [cursor, setCursor] = useState(first.next_cursor)
  const [isBusy, setBusy] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const more = async () => {
    if (cursor === null || isBusy) return
    setBusy(true)
    try {
      const page = await client.listMemories({ ...filter, limit: PAGE, cursor } as ListMemoriesQuery)
      setMemories((known) => [...known, ...page.memories])
      setCursor(page.next_cursor)
    } catch {
      tell('The next page did not come. Scroll on to try again.')
    }
    setBusy(false)
  }
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && void more(), {
      rootMargin: '600px',
    })
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  })
  if (memories.length === 0 && cursor === null)
    return Object.keys(filter).length > 0 ? (
      <Empty title="Nothing passes these filters">
        <p>Take one away, or look for fewer words.</p>
      </Empty>
    ) : (
      <Empty title="Nothing is remembered yet">
        <p>
          Send a text to <code>POST /brain/ingest</code>, or tell it something under <a href="#/ask">Ask</a>.
        </p>
      </Empty>
    )
  return (
    <>
      <ul class="rows" onKeyDown={moveByArrows}>
        {memories.map((memory) => (
          <li key={memory.id}>
            <a
              class={`row ${memory.state === 'current' ? '' : 'faint'}`}
              href={placeUrl({ view: 'memory', id: memory.id })}
            >
              <div class="text">{memory.text}</div>
              <div class="about">
                {memory.state !== 'current' && <Tag state={memory.state} />}
                <span>{memory.speaker ?? memory.source}</span>
                {memory.persona !== 'shared' && <span>{memory.persona}</span>}
                {memory.session_id && <span>{memory.session_id}</span>}
                <time title={toMinute(memory.occurred_at)}>{toAgo(memory.occurred_at)}</time>
              </div>
            </a>
          </li>
        ))}
      </ul>
      <div ref={end} class="soft small" aria-live="polite">
        {cursor === null ? `${memories.length} shown, that is all.` : 'Loading more …'}
      </div>
    </>
  )
}

function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a.row')]
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

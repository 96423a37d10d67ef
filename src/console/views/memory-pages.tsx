import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListMemoriesQuery, Memory, MemoryList } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toAgo, toMinute } from '../parts/dates.ts'
import { Empty } from '../parts/shown.tsx'
import { Tag } from '../parts/tag.tsx'
import { useComplaint } from '../parts/use-answer.ts'
import { placeUrl } from '../router.ts'

interface Props {
  readonly filter: ListMemoriesQuery
  readonly first: MemoryList
  readonly isFiltered: boolean
}

/** Page after page, as one scrolls. Arrow keys go from one to the next. */
export function MemoryPages({ filter, first, isFiltered }: Props) {
  const { client, may } = useConsole()
  const complain = useComplaint()
  // A page that is there is not made again: of 100,000 memories only the new ones are work.
  const [pages, setPages] = useState<readonly VNode[]>([pageOf(first.memories, 0)])
  const [count, setCount] = useState(first.memories.length)
  const [cursor, setCursor] = useState(first.next_cursor)
  const isBusy = useRef(false)
  const end = useRef<HTMLDivElement>(null)
  const more = async () => {
    if (cursor === null || isBusy.current) return
    isBusy.current = true
    try {
      const page = await client.listMemories({ ...filter, cursor })
      setPages((known) => [...known, pageOf(page.memories, count)])
      setCount((known) => known + page.memories.length)
      setCursor(page.next_cursor)
    } catch (error) {
      complain(error)
    }
    isBusy.current = false
  }
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && void more(), {
      rootMargin: '800px',
    })
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  }, [cursor])
  if (count === 0 && cursor === null)
    return isFiltered ? (
      <Empty title="Nothing passes these filters">
        <p>Take one away, or look for fewer words.</p>
      </Empty>
    ) : (
      <Empty title="Nothing is remembered yet">
        <p>
          Send a text to <code>POST /brain/ingest</code>
          {may('write') && (
            <>
              , or <a href={placeUrl({ view: 'data' })}>tell it something here</a>
            </>
          )}
          .
        </p>
      </Empty>
    )
  return (
    <>
      <div class="rows">{pages}</div>
      <div ref={end} class="soft small end" role="status">
        {cursor === null ? `${count} shown, that is all.` : `${count} shown, more are coming …`}
      </div>
    </>
  )
}

const pageOf = (memories: readonly Memory[], before: number): VNode => (
  <ul class="page" key={memories[0]?.id ?? before} aria-label={`Memories ${before + 1} to ${before + memories.length}`}>
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
            {memory.persona !== 'shared' && <span>persona {memory.persona}</span>}
            {memory.session_id && <span>session {memory.session_id}</span>}
            <time title={toMinute(memory.occurred_at)}>{toAgo(memory.occurred_at)}</time>
          </div>
        </a>
      </li>
    ))}
  </ul>
)

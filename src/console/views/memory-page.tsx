import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ListMemoriesQuery, Memory } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { type ListPage, pageLabel } from '../list-page.ts'
import { toAgo, toMinute } from '../parts/dates.ts'
import { Tag } from '../parts/tag.tsx'
import { useComplaint } from '../parts/use-answer.ts'
import { placeUrl } from '../router.ts'

interface Props {
  readonly page: ListPage
  readonly filter: ListMemoriesQuery
  readonly onRead: () => void
}

/** So far before it is seen, a page is read. */
const NEAR = '1000px'

export function MemoryPage({ page, filter, onRead }: Props) {
  const { client } = useConsole()
  const complain = useComplaint()
  const list = useRef<HTMLUListElement>(null)
  const [memories, setMemories] = useState(page.memories)
  const [isNear, setNear] = useState(page.height === null)
  const [tries, setTries] = useState(0)
  const [isFailed, setFailed] = useState(false)
  // The first page comes with the answer that the view has waited for.
  const isFresh = useRef(page.height === null && page.memories !== null)

  const isSeen = useRef(isNear)
  // What has the focus stays, however far the mouse scrolls: whoever goes on by key goes on from there.
  const settle = () => setNear(isSeen.current || list.current?.contains(document.activeElement) === true)
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    [],
  )
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        isSeen.current = seen.at(-1)!.isIntersecting
        settle()
      },
      { rootMargin: NEAR },
    )
    watch.observe(list.current!)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (page.memories !== null) page.height = null
    list.current!.style.minHeight = page.height === null ? '' : `${page.height}px`
  }, [memories])
  useEffect(() => {
    if (!isNear) return
    const control = new AbortController()
    setFailed(false)
    if (!isFresh.current) {
      const { cursor } = page
      client.listMemories({ ...filter, ...(cursor && { cursor }) }, { signal: control.signal }).then(
        ({ memories: found, next_cursor }) => {
          Object.assign(page, { memories: found, count: found.length, next: next_cursor })
          setMemories(found)
          onRead()
        },
        (error: unknown) => {
          if (control.signal.aborted) return
          setFailed(true)
          complain(error)
        },
      )
    }
    isFresh.current = false
    return () => {
      control.abort()
      if (page.memories === null) return
      page.height = list.current?.offsetHeight ?? null
      // Who comes back to the list sees at once what was in sight.
      if (isLeft.current) return
      page.memories = null
      setMemories(null)
    }
  }, [isNear, tries])

  return (
    <ul
      class="page"
      ref={list}
      aria-label={pageLabel(page)}
      aria-busy={isNear && memories === null && !isFailed}
      onFocusOut={() => setTimeout(settle)}
    >
      {memories?.map((memory) => (
        <li key={memory.id}>
          <Row memory={memory} />
        </li>
      ))}
      {isFailed && memories === null && (
        <li>
          <button type="button" onClick={() => setTries(tries + 1)}>
            These could not be read. Try again
          </button>
        </li>
      )}
    </ul>
  )
}

const Row = ({ memory }: { memory: Memory }) => (
  <a class={`row ${memory.state === 'current' ? '' : 'faint'}`} href={placeUrl({ view: 'memory', id: memory.id })}>
    <div class="text">{memory.text}</div>
    <div class="about">
      {memory.state !== 'current' && <Tag state={memory.state} />}
      <span class={`dot ${memory.source}`}>{memory.speaker ?? memory.source}</span>
      {memory.persona !== 'shared' && <span>persona {memory.persona}</span>}
      {memory.session_id && <span>session {memory.session_id}</span>}
      <time title={toMinute(memory.occurred_at)}>{toAgo(memory.occurred_at)}</time>
    </div>
  </a>
)

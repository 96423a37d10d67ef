import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ListMemoriesQuery } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { keepList, markListEntry } from '../kept-list.ts'
import { dropOutdated, type ListPage } from '../list-page.ts'
import { toCount } from '../parts/counts.ts'
import { Empty } from '../parts/shown.tsx'
import { placeUrl } from '../router.ts'
import { MemoryPage } from './memory-page.tsx'

interface Props {
  readonly asked: string
  readonly filter: ListMemoriesQuery
  /** The first page, or all that were there when the list was left. */
  readonly found: readonly ListPage[]
  readonly scrolledTo: number
  readonly isFiltered: boolean
}

/** Page after page, as one scrolls. Arrow keys go from one to the next. */
export function MemoryPages({ asked, filter, found, scrolledTo, isFiltered }: Props) {
  const { may } = useConsole()
  const [last, setLast] = useState(() => ({ ...found.at(-1)! }))
  const pages = useRef([...found])
  const drawn = useRef<VNode[]>([])
  const end = useRef<HTMLDivElement>(null)
  const onRead = (page: ListPage) => {
    dropOutdated(pages.current, page)
    setLast({ ...pages.current.at(-1)! })
  }
  // A page that is there is not made again: of 100,000 memories only the new ones are work.
  drawn.current.splice(pages.current.length)
  for (const page of pages.current.slice(drawn.current.length))
    drawn.current.push(<MemoryPage key={page.cursor ?? ''} page={page} filter={filter} onRead={() => onRead(page)} />)

  useLayoutEffect(() => {
    const { hash } = location
    markListEntry()
    if (scrolledTo > 0) scrollTo(0, scrolledTo)
    // When it is left, what comes in its place stands in the page already, and the browser has moved everything.
    let place = scrolledTo
    const follow = () => {
      place = scrollY
    }
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('scroll', follow)
      keepList({ asked, pages: pages.current, scrolledTo: place, hash })
    }
  }, [])
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        const { next, before, count } = pages.current.at(-1)!
        if (!seen.at(-1)!.isIntersecting || !next) return
        const following = { cursor: next, before: before + count, count: 0, next: undefined }
        pages.current.push({ ...following, memories: null, height: null })
        setLast({ ...pages.current.at(-1)! })
      },
      { rootMargin: '800px' },
    )
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  }, [last])

  const count = last.before + last.count
  if (count === 0 && last.next === null) return <NoMemories isFiltered={isFiltered} mayWrite={may('write')} />
  return (
    <>
      <div class="rows">{drawn.current}</div>
      <div ref={end} class="soft small end" role="status">
        {last.next === null ? `${toCount(count)} shown, that is all.` : `${toCount(count)} shown, more are coming …`}
      </div>
    </>
  )
}

const NoMemories = ({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing passes these filters">
      <p>Take one away, or look for fewer words.</p>
    </Empty>
  ) : (
    <Empty title="Nothing is remembered yet">
      <p>
        Send a text to <code>POST /brain/ingest</code>
        {mayWrite && (
          <>
            , or <a href={placeUrl({ view: 'data' })}>tell it something here</a>
          </>
        )}
        .
      </p>
    </Empty>
  )

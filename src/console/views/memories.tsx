import type { BrainClient, ListMemoriesQuery } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { listToReturnTo } from '../kept-list.ts'
import type { ListPage } from '../list-page.ts'
import { endOfDay, startOfDay } from '../parts/dates.ts'
import { Choice, Input } from '../parts/field.tsx'
import { Persona } from '../parts/persona.tsx'
import { Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl, replacePlace } from '../router.ts'
import { MemoryPages } from './memory-pages.tsx'

const PAGE = 50
const SAME = ['q', 'persona', 'session_id', 'source', 'entity', 'state'] as const

/** The filters of the address as the service takes them: days become times. */
function toFilter(query: Place['query']): ListMemoriesQuery {
  return {
    ...Object.fromEntries(SAME.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
    ...(query.since && { since: startOfDay(query.since) }),
    ...(query.until && { until: endOfDay(query.until) }),
    limit: PAGE,
  }
}

/** Everything that was told, newest first, as far as the filters let it pass. */
export function Memories({ place }: { place: Place }) {
  const { client } = useConsole()
  const filter = toFilter(place.query)
  const asked = JSON.stringify(filter)
  // What is shown while the next answer is awaited is of the filters of before.
  const { answer, again } = useAnswer(
    async (signal) => ({ asked, filter, ...(await pagesOf(client, asked, filter, signal)) }),
    [asked, client],
  )
  const isFiltered = Object.keys(filter).length > 1
  return (
    <>
      <div class="head">
        <h1>Memories</h1>
        {isFiltered && (
          <a class="button" href={placeUrl({ view: 'memories' })}>
            Clear filters
          </a>
        )}
      </div>
      <Filters place={place} />
      <Shown answer={answer} again={again}>
        {(found) => <MemoryPages key={found.asked} {...found} isFiltered={isFiltered} />}
      </Shown>
    </>
  )
}

/** Those that were there when the list was left, for whoever goes back to it; else the first. */
async function pagesOf(client: BrainClient, asked: string, filter: ListMemoriesQuery, signal: AbortSignal) {
  const kept = listToReturnTo(asked)
  if (kept) return { found: kept.pages, scrolledTo: kept.scrolledTo }
  const { memories, next_cursor: next } = await client.listMemories(filter, { signal })
  const first: ListPage = { cursor: null, before: 0, count: memories.length, next, memories, height: null }
  return { found: [first], scrolledTo: 0 }
}

function Filters({ place }: { place: Place }) {
  const of = (name: string) => ({
    value: place.query[name] ?? '',
    onValue: (value: string) => replacePlace({ view: 'memories', query: { ...place.query, [name]: value } }),
  })
  return (
    <search class="card fields">
      <Input label="Words" type="search" placeholder="press / to search" isSearch {...of('q')} />
      <Input label="About" type="search" placeholder="a name" {...of('entity')} />
      <Choice label="State" any="any" of={['current', 'superseded', 'invalidated']} {...of('state')} />
      <Choice label="Source" any="any" of={['user', 'assistant', 'document']} {...of('source')} />
      <Persona {...of('persona')} />
      <Input label="Session" placeholder="any" {...of('session_id')} />
      <Input label="Said since" type="date" {...of('since')} />
      <Input label="Jump back to" type="date" {...of('until')} />
    </search>
  )
}

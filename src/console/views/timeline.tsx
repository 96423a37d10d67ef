import type { AuditEntry, KnownFact } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toCounts } from '../parts/counts.ts'
import { toDay, toMinute } from '../parts/dates.ts'
import { FactList } from '../parts/fact-list.tsx'
import { Choice, Input } from '../parts/field.tsx'
import { Persona } from '../parts/persona.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { TellIt } from '../parts/tell-it.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl, replacePlace } from '../router.ts'

const PAGE = 100
const CHANGES = 30
const FILTERS = ['entity', 'state', 'persona', 'cursor'] as const

/** What was learnt on which day, what of it was replaced since, and who changed what. */
export function Timeline({ place }: { place: Place }) {
  const { client, isBound } = useConsole()
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (place.query[name] ? [[name, place.query[name]]] : [])))
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([
        client.listFacts({ limit: PAGE, ...filter }, { signal }),
        // Who changed what concerns the whole account.
        isBound ? null : client.audit({ limit: CHANGES }, { signal }),
      ]),
    [JSON.stringify(filter), client],
  )
  const of = (name: string) => ({
    value: place.query[name] ?? '',
    onValue: (value: string) =>
      replacePlace({ view: 'timeline', query: { ...place.query, cursor: '', [name]: value } }),
  })
  return (
    <>
      <div class="head">
        <h1>Timeline</h1>
      </div>
      <search class="card fields">
        <Input label="About" type="search" placeholder="anybody" isSearch {...of('entity')} />
        <Choice label="State" any="any" of={['current', 'superseded', 'invalidated']} {...of('state')} />
        <Persona {...of('persona')} />
      </search>
      <Shown answer={answer} again={again}>
        {([{ facts, next_cursor }, changes]) => (
          <div class="columns">
            <div>
              {facts.length === 0 && (
                <NothingLearnt isFiltered={Boolean(filter.entity || filter.state || filter.persona)} />
              )}
              <Days facts={facts} />
              <div class="bar">
                {filter.cursor && (
                  <a class="button" href={placeUrl({ view: 'timeline', query: { ...place.query, cursor: '' } })}>
                    Newest
                  </a>
                )}
                {next_cursor && (
                  <a
                    class="button"
                    href={placeUrl({ view: 'timeline', query: { ...place.query, cursor: next_cursor } })}
                  >
                    Older
                  </a>
                )}
              </div>
            </div>
            {changes && <Changes entries={changes.entries} />}
          </div>
        )}
      </Shown>
    </>
  )
}

const Days = ({ facts }: { facts: readonly KnownFact[] }) => (
  <div>
    {[...Map.groupBy(facts, (fact) => toDay(fact.created_at))].map(([day, learnt]) => (
      <section key={day} aria-label={day}>
        <h2 class="day">{day}</h2>
        <FactList
          facts={learnt}
          timeOf={(fact) => (
            <>
              {toDay(fact.occurred_at) !== day && <span>said {toDay(fact.occurred_at)}</span>}
              {fact.date && <span>about {fact.date}</span>}
            </>
          )}
        />
      </section>
    ))}
  </div>
)

const NothingLearnt = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing passes these filters">
      <p>Take one away, or look for another name.</p>
    </Empty>
  ) : (
    <Empty title="Nothing was learnt yet">
      <p>Each fact that is read from a text appears here on the day it was learnt.</p>
      <TellIt />
    </Empty>
  )

/** `key.created` in words. */
const toWords = (action: string): string => {
  const words = action.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const Changes = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <aside>
    <h2 class="day">Who changed what</h2>
    {entries.length === 0 && <p class="soft">Nothing was changed in the last 90 days.</p>}
    <ul class="rows">
      {entries.map((entry) => (
        <li class="row" key={`${entry.at} ${entry.action}`}>
          <div>{toWords(entry.action)}</div>
          <div class="about">
            <span class="mono">{entry.key}</span>
            <time>{toMinute(entry.at)}</time>
            <span>{toCounts(entry.counts)}</span>
          </div>
        </li>
      ))}
    </ul>
  </aside>
)

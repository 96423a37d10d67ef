import { useConsole } from '../context.ts'
import { toDay, toMinute } from '../parts/dates.ts'
import { Empty, Shown } from '../parts/shown.tsx'
import { Tag } from '../parts/tag.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl } from '../router.ts'

const PAGE = 100

/** What was learnt on which day, what of it was replaced since, and who changed what. */
export function Timeline({ place }: { place: Place }) {
  const { client } = useConsole()
  const { cursor = '' } = place.query
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([
        client.listFacts({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
        client.audit({ limit: 30 }, { signal }),
      ]),
    [cursor, client],
  )
  return (
    <>
      <div class="head">
        <h1>Timeline</h1>
      </div>
      <Shown answer={answer} again={again}>
        {([{ facts, next_cursor }, { entries }]) => (
          <div class="columns">
            <div>
              {facts.length === 0 && (
                <Empty title="Nothing was learnt yet">
                  <p>Each fact that is read from a text appears here on the day it was said.</p>
                </Empty>
              )}
              {[...Map.groupBy(facts, (fact) => toDay(fact.occurred_at))].map(([day, learnt]) => (
                <section key={day}>
                  <h3>{day}</h3>
                  <ul class="rows">
                    {learnt.map((fact) => (
                      <li key={fact.id}>
                        <a
                          class={`row ${fact.state === 'current' ? '' : 'faint'}`}
                          href={placeUrl({ view: 'memory', id: fact.memory_ids[0] ?? '' })}
                        >
                          <div class="text">{fact.fact}</div>
                          {fact.state !== 'current' && (
                            <div class="about">
                              <Tag state={fact.state} />
                            </div>
                          )}
                        </a>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              <div class="bar">
                {cursor && (
                  <a class="button" href={placeUrl({ view: 'timeline' })}>
                    Newest
                  </a>
                )}
                {next_cursor && (
                  <a class="button" href={placeUrl({ view: 'timeline', query: { cursor: next_cursor } })}>
                    Older
                  </a>
                )}
              </div>
            </div>
            <aside class="card">
              <h2>Who changed what</h2>
              <ul class="rows">
                {entries.map((entry) => (
                  <li class="row" key={entry.at}>
                    <div>{entry.action}</div>
                    <div class="about">
                      <span class="mono">{entry.key}</span>
                      <time>{toMinute(entry.at)}</time>
                      <span>
                        {Object.entries(entry.counts)
                          .map(([what, n]) => `${n} ${what}`)
                          .join(', ')}
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
            </aside>
          </div>
        )}
      </Shown>
    </>
  )
}

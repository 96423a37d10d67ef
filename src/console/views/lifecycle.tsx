import { useConsole } from '../context.ts'
import { toDay, toMinute } from '../parts/dates.ts'
import { Histogram } from '../parts/histogram.tsx'
import { Shown } from '../parts/shown.tsx'
import { sentenceOf, useAnswer } from '../parts/use-answer.ts'

const TENTHS = ['0', '.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8', '.9']

/** How strong memories are, what fades when, and the rounds that look after them. */
export function LifecycleView() {
  const { client, may, tell } = useConsole()
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([client.lifecycle({}, { signal }), client.audit({ action: 'consolidate', limit: 10 }, { signal })]),
    [client],
  )
  const consolidate = () =>
    client.consolidate({ force: true }).then(
      () => {
        tell('A round was made.')
        again()
      },
      (error: unknown) => tell(sentenceOf(error)),
    )
  return (
    <>
      <div class="head">
        <h1>Lifecycle</h1>
        {may('write') && (
          <button type="button" onClick={consolidate}>
            Make a round now
          </button>
        )}
      </div>
      <Shown answer={answer} again={again}>
        {([{ half_life_days, threshold, last_consolidated_at, strength, due }, { entries }]) => (
          <>
            <p>
              Without being found, half of a memory's strength is gone after {half_life_days} days; below {threshold} it
              is pruned. The last round was {last_consolidated_at ? toMinute(last_consolidated_at) : 'not made yet'}.
            </p>
            <div class="cards">
              <section class="card">
                <h2>Texts</h2>
                <Histogram title="How many are so strong" counts={strength.chunks} labels={TENTHS} />
              </section>
              <section class="card">
                <h2>Facts</h2>
                <Histogram title="How many are so strong" counts={strength.facts} labels={TENTHS} />
              </section>
            </div>
            <section class="card scroll">
              <h2>What would be pruned, if nothing were asked for</h2>
              <table>
                <thead>
                  <tr>
                    <th>By</th>
                    <th>Texts and facts</th>
                  </tr>
                </thead>
                <tbody>
                  {due.map(({ in_days, at, count }) => (
                    <tr key={in_days}>
                      <td>{in_days === 0 ? 'now' : toDay(at)}</td>
                      <td class="number">{count}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <section class="card">
              <h2>Last rounds</h2>
              {entries.length === 0 && <p class="soft">None changed anything yet.</p>}
              <ul class="rows">
                {entries.map((entry) => (
                  <li class="row about" key={entry.at}>
                    <time>{toMinute(entry.at)}</time>
                    <span>
                      {Object.entries(entry.counts)
                        .map(([what, n]) => `${n} ${what}`)
                        .join(', ')}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </Shown>
    </>
  )
}

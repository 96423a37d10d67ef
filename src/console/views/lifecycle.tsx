import { useConsole } from '../context.ts'
import { toCount, toCounts } from '../parts/counts.ts'
import { toDay, toMinute } from '../parts/dates.ts'
import { Histogram } from '../parts/histogram.tsx'
import { Persona } from '../parts/persona.tsx'
import { Shown } from '../parts/shown.tsx'
import { useAnswer, useComplaint } from '../parts/use-answer.ts'
import { type Place, replacePlace } from '../router.ts'

const TENTHS = ['0', '.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8', '.9']

/** How strong memories are, what fades when, and the rounds that look after them. */
export function LifecycleView({ place }: { place: Place }) {
  const { client, may, isBound, tell } = useConsole()
  const complain = useComplaint()
  const { persona = '' } = place.query
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([
        client.lifecycle(persona ? { persona } : {}, { signal }),
        isBound ? null : client.audit({ action: 'consolidate', limit: 10 }, { signal }),
      ]),
    [client, persona],
  )
  const consolidate = () =>
    client.consolidate({ force: true }).then(({ latency_ms: _, ...counts }) => {
      tell(`A round was made: ${toCounts(counts) || 'nothing had to be done'}.`)
      again()
    }, complain)
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
      <search class="card fields">
        <Persona value={persona} onValue={(value) => replacePlace({ view: 'lifecycle', query: { persona: value } })} />
      </search>
      <Shown answer={answer} again={again}>
        {([{ half_life_days, threshold, last_consolidated_at, strength, due }, rounds]) => (
          <>
            <p>
              Without being found, half of a memory's strength is gone after {half_life_days} days; below {threshold} it
              is pruned.{' '}
              {last_consolidated_at
                ? `The last round was made ${toMinute(last_consolidated_at)}.`
                : 'No round was made yet.'}
            </p>
            <div class="halves">
              <section class="card">
                <h2>Texts</h2>
                <Histogram title="How many have which strength" counts={strength.chunks} labels={TENTHS} />
              </section>
              <section class="card">
                <h2>Facts</h2>
                <Histogram title="How many have which strength" counts={strength.facts} labels={TENTHS} />
              </section>
              <section class="card scroll">
                <h2>What would be pruned, if nothing were asked for</h2>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">By</th>
                      <th scope="col">Texts and facts</th>
                    </tr>
                  </thead>
                  <tbody>
                    {due.map(({ in_days, at, count }) => (
                      <tr key={in_days}>
                        <td>{in_days === 0 ? 'now' : toDay(at)}</td>
                        <td class="number">{toCount(count)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              {rounds && (
                <section class="card">
                  <h2>Last rounds</h2>
                  {rounds.entries.length === 0 && (
                    <p class="soft">None changed anything yet. One is made every hour in which something is due.</p>
                  )}
                  <dl class="pairs">
                    {rounds.entries.map((entry) => (
                      <div key={entry.at}>
                        <dt>{toMinute(entry.at)}</dt>
                        <dd>{toCounts(entry.counts) || 'nothing changed'}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              )}
            </div>
          </>
        )}
      </Shown>
    </>
  )
}

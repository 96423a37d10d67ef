import type { Health, Round } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toCount } from '../parts/counts.ts'
import { toMinute } from '../parts/dates.ts'
import { Scroll } from '../parts/scroll.tsx'
import { Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'

/** Whether everything can be reached, and what the hourly rounds did. */
export function HealthView() {
  const { client } = useConsole()
  const { answer, again } = useAnswer(
    (signal) => Promise.all([client.health({ signal }), client.admin.listRounds({ limit: 24 }, { signal })]),
    [client],
  )
  return (
    <>
      <div class="head">
        <h1>Health and rounds</h1>
        <button type="button" onClick={again}>
          Look again
        </button>
      </div>
      <Shown answer={answer} again={again}>
        {([health, { rounds }]) => (
          <>
            <Stores health={health} />
            <Rounds rounds={rounds} />
          </>
        )}
      </Shown>
    </>
  )
}

/** `connected`, or why not. */
const isWell = (state: string): boolean => state === 'connected'

function Stores({ health }: { health: Health }) {
  const models = health.models_error ?? (health.models_loaded ? 'connected' : 'loading')
  const stores: [string, string][] = [
    ['Models', models],
    ['Graph (neo4j)', health.neo4j],
    ['Vectors (qdrant)', health.qdrant],
    ['Working memory (redis)', health.redis],
  ]
  return (
    <section class="card">
      <h2>
        {health.ready ? 'Everything is ready' : 'Not ready'} <span class="tag">version {health.version}</span>
      </h2>
      {health.damaged && <div class="problem">{health.damaged}</div>}
      <dl class="pairs">
        {stores.map(([name, state]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class={`tag ${isWell(state) ? 'current' : 'invalidated'}`}>{state}</span>
            </dd>
          </div>
        ))}
        {Object.entries(health.backends).map(([port, backend]) => (
          <div key={port}>
            <dt>{port.replaceAll('_', ' ')}</dt>
            <dd class="soft">{String(backend)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const COLUMNS = ['due', 'visited', 'reinforced', 'decayed', 'pruned', 'compressed', 'abstractions', 'failed'] as const

const Rounds = ({ rounds }: { rounds: readonly Round[] }) => (
  <section class="card">
    <h2>Last rounds</h2>
    {rounds.length === 0 ? (
      <p class="soft">None was made yet: a round is made at every full hour.</p>
    ) : (
      <Scroll label="Rounds">
        <table>
          <thead>
            <tr>
              <th scope="col">At</th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.map((round) => (
              <tr key={round.at}>
                <td class="number">
                  {toMinute(round.at)}
                  {round.finished_at === null && <div class="small soft">under way</div>}
                  {round.failures.map(({ namespace, error }) => (
                    <div class="small stored" key={namespace}>
                      {namespace}: {error}
                    </div>
                  ))}
                </td>
                {COLUMNS.map((name) => (
                  <td class="number" key={name}>
                    {toCount(round[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    )}
  </section>
)

import { useConsole } from '../context.ts'
import { toCount } from '../parts/counts.ts'
import { toDay } from '../parts/dates.ts'
import { Months } from '../parts/months.tsx'
import { Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'

/** What this account has spent, may spend, and remembers. */
export function UsageView() {
  const { client, session } = useConsole()
  const { answer, again } = useAnswer((signal) => client.ownUsage({ signal }), [client])
  const { scopes, personas } = session.rights
  return (
    <>
      <div class="head">
        <h1>Usage</h1>
      </div>
      <Shown answer={answer} again={again}>
        {({ plan, operations, requests, items_per_batch, months, memory }) => (
          <>
            <div class="cards">
              <section class="card">
                <h2>This month</h2>
                <div class="figure">{toCount(operations.used)} operations</div>
                {operations.limit !== null && (
                  <progress max={operations.limit} value={operations.used} aria-label="Operations used" />
                )}
                <p class="soft">
                  {operations.limit === null ? 'No limit' : `Of ${toCount(operations.limit)}`} on the plan {plan}.
                  Counted anew from {toDay(operations.resets_at)}.
                </p>
              </section>
              <section class="card">
                <h2>This minute</h2>
                <div class="figure">
                  {requests.left === null ? 'No limit' : `${toCount(requests.left)} requests left`}
                </div>
                <p class="soft">
                  {requests.limit === null ? '' : `of ${toCount(requests.limit)} for this key. `}
                  Up to {items_per_batch} texts in a batch.
                </p>
              </section>
              <section class="card">
                <h2>Remembered</h2>
                <div class="figure">{toCount(memory.chunks)} texts</div>
                <p class="soft">
                  {toCount(memory.facts)} facts, {toCount(memory.entities)} names.
                </p>
              </section>
              <section class="card">
                <h2>This key</h2>
                <div class="about figure">
                  {scopes.map((scope) => (
                    <span class="tag" key={scope}>
                      {scope}
                    </span>
                  ))}
                </div>
                <p class="soft stored">
                  {personas ? `Bound to the personas ${personas.join(', ')}.` : 'Sees every persona.'}
                </p>
              </section>
            </div>
            <section class="card">
              <h2>By month</h2>
              <Months spent={months.map(({ month, operations: spent }) => [month, spent])} />
            </section>
          </>
        )}
      </Shown>
    </>
  )
}

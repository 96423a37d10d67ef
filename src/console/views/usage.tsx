import { useConsole } from '../context.ts'
import { toDay } from '../parts/dates.ts'
import { Histogram } from '../parts/histogram.tsx'
import { Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'

const NUMBER = new Intl.NumberFormat()
const limitOf = (limit: number | null) => (limit === null ? 'no limit' : `of ${NUMBER.format(limit)}`)

/** What this account has spent, may spend, and remembers. */
export function UsageView() {
  const { client } = useConsole()
  const { answer, again } = useAnswer((signal) => client.ownUsage({ signal }), [client])
  return (
    <>
      <div class="head">
        <h1>Usage</h1>
      </div>
      <Shown answer={answer} again={again}>
        {({ plan, operations, requests, items_per_batch, months, memory }) => {
          const shown = months.slice(0, 12).reverse()
          return (
            <>
              <div class="cards">
                <section class="card">
                  <h2>Operations this month</h2>
                  <div class="figure">{NUMBER.format(operations.used)}</div>
                  <p class="soft">
                    {limitOf(operations.limit)}, plan {plan}; anew on {toDay(operations.resets_at)}
                  </p>
                </section>
                <section class="card">
                  <h2>Requests a minute</h2>
                  <div class="figure">{requests.left === null ? '∞' : NUMBER.format(requests.left)}</div>
                  <p class="soft">
                    left {limitOf(requests.limit)}; {items_per_batch} texts in a batch
                  </p>
                </section>
                <section class="card">
                  <h2>Remembered</h2>
                  <div class="figure">{NUMBER.format(memory.chunks)}</div>
                  <p class="soft">
                    texts, {NUMBER.format(memory.facts)} facts, {NUMBER.format(memory.entities)} names
                  </p>
                </section>
              </div>
              <section class="card">
                <h2>By month</h2>
                <Histogram
                  title="Operations"
                  counts={shown.map((one) => one.operations)}
                  labels={shown.map((one) => one.month.slice(2))}
                />
              </section>
            </>
          )
        }}
      </Shown>
    </>
  )
}

import { useConsole } from '../context.ts'
import { toCounts } from '../parts/counts.ts'
import { toDay, toMinute } from '../parts/dates.ts'
import { Empty, Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl } from '../router.ts'

/** What was erased: ids and counts, no text. */
export function ReceiptsView({ place }: { place: Place }) {
  const { client } = useConsole()
  const { cursor } = place.query
  const { answer, again } = useAnswer(
    (signal) => client.listReceipts({ limit: 50, ...(cursor && { cursor }) }, { signal }),
    [client, cursor],
  )
  return (
    <>
      <div class="head">
        <h1>Receipts</h1>
      </div>
      <Shown answer={answer} again={again}>
        {({ receipts, next_cursor }) =>
          receipts.length === 0 && next_cursor === null ? (
            <Empty title="Nothing was erased yet">
              <p>Whatever is erased leaves a receipt here: ids and counts, and no text.</p>
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {receipts.map((receipt) => (
                  <li class="row" key={receipt.receipt_id}>
                    <div class="text">Erased {toCounts(receipt.erased) || 'nothing'}</div>
                    <div class="about">
                      <time>{toMinute(receipt.at)}</time>
                      <span class="mono">{receipt.receipt_id}</span>
                      <span class="mono stored">{JSON.stringify(receipt.scope)}</span>
                      {receipt.remaining > 0 && <span>{receipt.remaining} left</span>}
                      {receipt.recoverable_until && (
                        <span>in the platform's own history until {toDay(receipt.recoverable_until)}</span>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
              {next_cursor && (
                <a class="button" href={placeUrl({ view: 'receipts', query: { cursor: next_cursor } })}>
                  Older
                </a>
              )}
            </>
          )
        }
      </Shown>
    </>
  )
}

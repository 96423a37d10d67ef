import { useState } from 'preact/hooks'
import type { Account, PlanChange } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toCount } from '../parts/counts.ts'
import { toDay } from '../parts/dates.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Months } from '../parts/months.tsx'
import { Shown } from '../parts/shown.tsx'
import { Title } from '../parts/title.tsx'
import { useAnswer, useComplaint } from '../parts/use-answer.ts'
import { go, type Place, placeUrl } from '../router.ts'
import { AccountKeys } from './account-keys.tsx'
import { PLANS } from './accounts.tsx'

/** One account as its operator sees it: its plan, its keys, what it has spent. */
export function AccountView({ place }: { place: Place }) {
  const { client, tell } = useConsole()
  const complain = useComplaint()
  const id = place.id ?? ''
  const [isDeleting, setDeleting] = useState(false)
  const { answer, again } = useAnswer(
    (signal) =>
      Promise.all([
        client.admin.showAccount(id, { signal }),
        client.admin.listKeys(id, { signal }),
        client.admin.usage(id, { signal }),
      ]),
    [client, id],
  )
  const changePlan = (plan: string) =>
    client.admin.changePlan(id, { plan: plan as PlanChange['plan'] }).then(() => {
      tell(`The plan is ${plan} now.`)
      again()
    }, complain)
  return (
    <Shown answer={answer} again={again} title={<AccountTitle title="Account" />}>
      {([account, { keys }, usage]) => (
        <>
          <div class="head">
            <AccountTitle title={account.name} />
            <button type="button" class="bad" onClick={() => setDeleting(true)}>
              Delete the account
            </button>
          </div>
          <div class="cards">
            <section class="card">
              <h2>Account</h2>
              <dl class="pairs">
                <div>
                  <dt>Id</dt>
                  <dd class="mono">{account.account}</dd>
                </div>
                <div>
                  <dt>Region</dt>
                  <dd>{account.region}</dd>
                </div>
                <div>
                  <dt>Since</dt>
                  <dd>{toDay(account.created_at)}</dd>
                </div>
              </dl>
            </section>
            <section class="card">
              <h2>Plan</h2>
              <Choice label="Plan" value={account.plan} onValue={changePlan} of={PLANS} />
            </section>
            <section class="card">
              <h2>Operations this month</h2>
              <div class="figure">{toCount(usage.ops_used)}</div>
              <p class="soft">
                {usage.ops_budget === null ? 'without a limit' : `of ${toCount(usage.ops_budget)}`} in {usage.month}
              </p>
            </section>
          </div>
          <AccountKeys account={account.account} keys={keys} onChange={again} />
          <section class="card">
            <h2>By month</h2>
            <Months spent={usage.months.map(({ month, ops }) => [month, ops])} />
          </section>
          {isDeleting && <DeleteAccount account={account} onClose={() => setDeleting(false)} />}
        </>
      )}
    </Shown>
  )
}

const AccountTitle = ({ title }: { title: string }) => (
  <Title title={title} back={placeUrl({ view: 'accounts' })} backLabel="Back to all of them" />
)

function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { client, tell } = useConsole()
  const [typed, setTyped] = useState('')
  async function remove(): Promise<void> {
    if (typed !== account.name) throw new Error('That is not its name.')
    await client.admin.deleteAccount(account.account)
    tell(`${account.name} and everything it remembered are gone.`)
    go({ view: 'accounts' })
  }
  return (
    <Dialog title="Delete this account?" action="Delete for good" isBad onDone={remove} onClose={onClose}>
      <p>Everything that it remembers goes with it, and its keys fail from now on. This cannot be undone.</p>
      <Field label={`Type its name: ${account.name}`}>
        <input required autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </Field>
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import type { NewAccount } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toDay } from '../parts/dates.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field, Input } from '../parts/field.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { go, type Place, placeUrl, replacePlace } from '../router.ts'

export const PLANS = ['free', 'starter', 'pro', 'scale', 'enterprise'] as const

/** Every account of the service, by name. */
export function Accounts({ place }: { place: Place }) {
  const { client } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const { cursor, name = '' } = place.query
  const { answer, again } = useAnswer(
    async (signal) =>
      name
        ? { accounts: [await client.admin.showAccount(name, { signal })], cursor: null }
        : client.admin.listAccounts({ limit: 100, ...(cursor && { cursor }) }, { signal }),
    [client, cursor, name],
  )
  return (
    <>
      <div class="head">
        <h1>Accounts</h1>
        <button type="button" class="main" onClick={() => setOpen(true)}>
          New account
        </button>
      </div>
      <search class="card fields">
        <Input
          label="Id or name"
          type="search"
          placeholder="exactly"
          isSearch
          value={name}
          onValue={(value) => replacePlace({ view: 'accounts', query: { name: value } })}
        />
      </search>
      <Shown answer={answer} again={again}>
        {({ accounts, cursor: next }) => (
          <>
            {accounts.length === 0 && (
              <Empty title="There are no accounts yet">
                <p>Create one, and give it a key.</p>
              </Empty>
            )}
            <ul class="rows" aria-label="Accounts">
              {accounts.map((account) => (
                <li key={account.account}>
                  <a class="row" href={placeUrl({ view: 'account', id: account.account })}>
                    <div class="text">{account.name}</div>
                    <div class="about">
                      <span class="tag">{account.plan}</span>
                      <span class="mono">{account.account}</span>
                      <span>{account.region}</span>
                      <time>since {toDay(account.created_at)}</time>
                    </div>
                  </a>
                </li>
              ))}
            </ul>
            {next && (
              <a class="button" href={placeUrl({ view: 'accounts', query: { cursor: next } })}>
                Next page
              </a>
            )}
          </>
        )}
      </Shown>
      {isOpen && <CreateAccount onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateAccount({ onClose }: { onClose: () => void }) {
  const { client } = useConsole()
  const [name, setName] = useState('')
  const [plan, setPlan] = useState<string>('free')
  async function create(): Promise<void> {
    const created = await client.admin.createAccount({ plan: plan as NewAccount['plan'], ...(name && { name }) })
    go({ view: 'account', id: created.account })
  }
  return (
    <Dialog title="New account" action="Create" onDone={create} onClose={onClose}>
      <Field label="Name (may be left out)">
        <input maxLength={64} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Choice label="Plan" value={plan} onValue={setPlan} of={PLANS} />
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import type { Key, NewKey } from '../../../packages/client/src/client.ts'
import { toMinute } from '../parts/dates.ts'
import { Scroll } from '../parts/scroll.tsx'
import { CreateKey, RevokeKey, RotateKey } from './change-key.tsx'
import { NewKeyShown } from './new-key-shown.tsx'

interface Props {
  readonly account: string
  readonly keys: readonly Key[]
  readonly onChange: () => void
}

/** The keys of an account. What a key is was shown once, when it was made. */
export function AccountKeys({ account, keys, onChange }: Props) {
  const [made, setMade] = useState<NewKey | null>(null)
  const [open, setOpen] = useState<{ what: 'create' } | { what: 'rotate' | 'revoke'; key: Key } | null>(null)
  const close = () => setOpen(null)
  const show = (key: NewKey) => {
    setMade(key)
    onChange()
  }
  return (
    <section class="card">
      <div class="head">
        <h2 class="grow">Keys</h2>
        <button type="button" onClick={() => setOpen({ what: 'create' })}>
          New key
        </button>
      </div>
      {made && <NewKeyShown made={made} onClose={() => setMade(null)} />}
      {keys.length === 0 ? (
        <p class="soft">It has no keys: nobody can use it yet.</p>
      ) : (
        <Scroll label="Table of keys">
          <table>
            <thead>
              <tr>
                {['Key', 'Status', 'Scopes', 'Personas', 'Created', ''].map((name) => (
                  <th key={name} scope="col">
                    {name || <span class="visually-hidden">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key.key_id}>
                  <td>
                    {key.label ?? 'without a label'}
                    <div class="mono small soft">{key.key_id}</div>
                  </td>
                  <td>
                    {key.status}
                    {key.status === 'rotating' && key.expires_at && (
                      <div class="small soft">until {toMinute(key.expires_at)}</div>
                    )}
                  </td>
                  <td>{key.scopes.join(', ')}</td>
                  <td class="stored">{key.personas?.join(', ') ?? 'all'}</td>
                  <td class="number">{toMinute(key.created_at)}</td>
                  <td>
                    {key.status !== 'revoked' && (
                      <div class="bar">
                        <button
                          type="button"
                          aria-label={`Rotate ${key.label ?? key.key_id}`}
                          onClick={() => setOpen({ what: 'rotate', key })}
                        >
                          Rotate
                        </button>
                        <button
                          type="button"
                          class="bad"
                          aria-label={`Revoke ${key.label ?? key.key_id}`}
                          onClick={() => setOpen({ what: 'revoke', key })}
                        >
                          Revoke
                        </button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {open?.what === 'create' && <CreateKey account={account} onMade={show} onClose={close} />}
      {open?.what === 'rotate' && <RotateKey account={account} of={open.key} onMade={show} onClose={close} />}
      {open?.what === 'revoke' && <RevokeKey account={account} of={open.key} onChange={onChange} onClose={close} />}
    </section>
  )
}

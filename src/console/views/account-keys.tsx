import { useState } from 'preact/hooks'
import type { Key, NewKey } from '../../../packages/client/src/client.ts'
import { toMinute } from '../parts/dates.ts'
import { CreateKey, RevokeKey, RotateKey } from './change-key.tsx'
import { NewKeyShown } from './new-key-shown.tsx'

interface Props {
  readonly account: string
  readonly keys: readonly Key[]
  readonly onChange: () => void
}

const COLOURS: Readonly<Record<string, string>> = { active: 'current', rotating: 'superseded', revoked: 'invalidated' }

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
        <ul class="rows" aria-label="Keys">
          {keys.map((key) => (
            <li class="row with-actions" key={key.key_id}>
              <div class="grow">
                <div class="text">{key.label ?? 'without a label'}</div>
                <div class="about">
                  <span class={`tag ${COLOURS[key.status]}`}>{key.status}</span>
                  <span>may {key.scopes.join(', ')}</span>
                  <span class="stored">{key.personas ? `only ${key.personas.join(', ')}` : 'every persona'}</span>
                  <time>made {toMinute(key.created_at)}</time>
                  {key.status === 'rotating' && key.expires_at && <span>works until {toMinute(key.expires_at)}</span>}
                  <span class="mono">{key.key_id}</span>
                </div>
              </div>
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
            </li>
          ))}
        </ul>
      )}
      {open?.what === 'create' && <CreateKey account={account} onMade={show} onClose={close} />}
      {open?.what === 'rotate' && <RotateKey account={account} of={open.key} onMade={show} onClose={close} />}
      {open?.what === 'revoke' && <RevokeKey account={account} of={open.key} onChange={onChange} onClose={close} />}
    </section>
  )
}

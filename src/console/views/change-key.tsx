import { useState } from 'preact/hooks'
import type { Key, NewKey } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'

const SCOPES = ['read', 'write', 'erase'] as const
const GRACES: Readonly<Record<string, number>> = {
  'at once': 0,
  'after an hour': 3_600,
  'after a day': 86_400,
  'after a week': 604_800,
}

interface Props {
  readonly account: string
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

export function CreateKey({ account, onMade, onClose }: Props) {
  const { client } = useConsole()
  const [label, setLabel] = useState('')
  const [personas, setPersonas] = useState('')
  const [scopes, setScopes] = useState<readonly (typeof SCOPES)[number][]>(SCOPES)
  async function create(): Promise<void> {
    const bound = personas.split(',').flatMap((name) => name.trim() || [])
    if (scopes.length === 0) throw new Error('A key needs a scope at least.')
    const made = await client.admin.createKey(account, {
      ...(label && { label }),
      scopes: [...scopes],
      personas: bound.length > 0 ? bound : null,
    })
    onMade(made)
  }
  return (
    <Dialog title="New key" action="Create" onDone={create} onClose={onClose}>
      <Field label="Label">
        <input maxLength={64} value={label} onInput={(event) => setLabel(event.currentTarget.value)} />
      </Field>
      <fieldset>
        <legend>What it may do</legend>
        <div class="bar">
          {SCOPES.map((scope) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={() =>
                  setScopes(SCOPES.filter((one) => (one === scope ? !scopes.includes(one) : scopes.includes(one))))
                }
              />
              {scope}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Bound to personas (names with commas; empty: all)">
        <input value={personas} onInput={(event) => setPersonas(event.currentTarget.value)} placeholder="ann, shared" />
      </Field>
    </Dialog>
  )
}

export function RotateKey({ account, of, onMade, onClose }: Props & { readonly of: Key }) {
  const { client } = useConsole()
  const [grace, setGrace] = useState('after a day')
  const rotate = async () =>
    onMade(await client.admin.rotateKey(account, of.key_id, { grace_seconds: GRACES[grace] ?? 0 }))
  return (
    <Dialog title={`Rotate ${of.label ?? of.key_id}`} action="Rotate" onDone={rotate} onClose={onClose}>
      <p>A new key with the same rights takes its place.</p>
      <Choice label="The old one stops working" value={grace} onValue={setGrace} of={Object.keys(GRACES)} />
    </Dialog>
  )
}

interface RevokeProps {
  readonly account: string
  readonly of: Key
  readonly onChange: () => void
  readonly onClose: () => void
}

export function RevokeKey({ account, of, onChange, onClose }: RevokeProps) {
  const { client, tell } = useConsole()
  async function revoke(): Promise<void> {
    await client.admin.revokeKey(account, of.key_id)
    tell(`${of.label ?? of.key_id} works no more.`)
    onChange()
  }
  return (
    <Dialog title={`Revoke ${of.label ?? of.key_id}?`} action="Revoke" isBad onDone={revoke} onClose={onClose}>
      <p>Whoever uses it is refused from the next request on. This cannot be undone.</p>
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import type { Scope } from '../context.ts'
import { Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/use-answer.ts'
import { clientOf, type Session } from '../session.ts'

interface Props {
  readonly why: string | null
  readonly onSignIn: (session: Session, scopes: readonly Scope[]) => void
}

/** The door: a key of an account, or the operator's token. It is tried before anything is shown. */
export function SignIn({ why, onSignIn }: Props) {
  const [problem, setProblem] = useState<string | null>(why)
  const [isBusy, setBusy] = useState(false)
  const [isOperator, setOperator] = useState(false)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget as HTMLFormElement).get('secret') ?? '').trim()
    const session = isOperator ? { key: null, adminToken: given } : { key: given, adminToken: null }
    setBusy(true)
    try {
      const client = clientOf(session)
      if (isOperator) await client.admin.listAccounts({ limit: 1 })
      else await client.ownUsage()
      onSignIn(session, ['read', 'write', 'erase'])
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }

  return (
    <main class="door">
      <form onSubmit={submit} class="card">
        <div class="brand">
          <span class="mark" />
          edge-brain
        </div>
        <h1>Look into the memory</h1>
        {problem && (
          <div class="problem" role="alert">
            {problem}
          </div>
        )}
        <Field label={isOperator ? "The operator's token" : 'A key of the account'}>
          <input name="secret" type="password" autocomplete="off" required placeholder={isOperator ? '' : 'brain_…'} />
        </Field>
        <label class="check">
          <input type="checkbox" checked={isOperator} onChange={(event) => setOperator(event.currentTarget.checked)} />I
          operate this service
        </label>
        <button type="submit" class="main" disabled={isBusy}>
          Sign in
        </button>
        <p class="small soft">
          It stays in this tab and is gone when you close it. <code>npm start</code> prints a key and a link that signs
          in.
        </p>
      </form>
    </main>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/sentence-of.ts'
import { type Session, sessionOfKey, sessionOfOperator } from '../session.ts'

interface Props {
  readonly why: string | null
  readonly onSignIn: (session: Session) => void
}

/** What a header can carry. */
const PRINTABLE = /^[\x20-\x7e]*$/

/** The door: a key of an account, or the operator's token. It is tried before anything is shown. */
export function SignIn({ why, onSignIn }: Props) {
  const [problem, setProblem] = useState<string | null>(why)
  const [isBusy, setBusy] = useState(false)
  const [isOperator, setOperator] = useState(false)
  useEffect(() => setProblem(why), [why])
  useEffect(() => {
    document.title = 'Sign in · edge-brain'
  }, [])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget as HTMLFormElement).get('secret') ?? '').trim()
    setBusy(true)
    setProblem(null)
    try {
      // Such a request is never sent, which would look like a service that is not there.
      if (!PRINTABLE.test(given)) throw new Error('This is none: it has letters that none has.')
      onSignIn(await (isOperator ? sessionOfOperator(given) : sessionOfKey(given)))
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
          <input
            name="secret"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            placeholder={isOperator ? '' : 'brain_…'}
          />
        </Field>
        <label class="check">
          <input type="checkbox" checked={isOperator} onChange={(event) => setOperator(event.currentTarget.checked)} />
          <span>I operate this service</span>
        </label>
        <button type="submit" class="main wide" disabled={isBusy}>
          Sign in
        </button>
        <p class="small soft">
          {isOperator ? (
            <>
              The token is <code>ADMIN_TOKEN</code> of the deployment; of a local service it is the file{' '}
              <code>admin-token</code> of its state folder.
            </>
          ) : (
            <>
              <code>npm start</code> and <code>npm run brain console</code> print a link that signs in by itself.
            </>
          )}{' '}
          It stays in this tab and is gone when you close it.
        </p>
      </form>
    </main>
  )
}

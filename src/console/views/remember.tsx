import { useState } from 'preact/hooks'
import { useConsole } from '../context.ts'
import { Choice, Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/sentence-of.ts'
import { go } from '../router.ts'

/** Tells the memory something by hand. */
export function Remember() {
  const { client, tell, may } = useConsole()
  const [text, setText] = useState('')
  const [source, setSource] = useState('user')
  const [persona, setPersona] = useState('')
  const [session, setSession] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function remember(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setProblem(null)
    setBusy(true)
    try {
      const { memory_id, duplicate_of, facts_ingested } = await client.ingest({
        text,
        source: source as 'user',
        ...(persona && { persona }),
        ...(session && { session_id: session }),
      })
      setText('')
      tell(duplicate_of ? 'It was known already.' : `Remembered, with ${facts_ingested} facts.`)
      if (memory_id && may('read')) go({ view: 'memory', id: memory_id })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <form class="card stack" onSubmit={remember} aria-label="Remember something">
      <h2>Remember something</h2>
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <Field label="Text">
        <textarea
          required
          maxLength={100_000}
          placeholder="I live in Lisbon and work at Hooli."
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <div class="fields">
        <Choice label="Said by" value={source} onValue={setSource} of={['user', 'document', 'assistant']} />
        <Field label="Persona">
          <input value={persona} placeholder="shared" onInput={(event) => setPersona(event.currentTarget.value)} />
        </Field>
        <Field label="Session">
          <input value={session} placeholder="none" onInput={(event) => setSession(event.currentTarget.value)} />
        </Field>
      </div>
      <div>
        <button type="submit" class="main" disabled={isBusy}>
          Remember
        </button>
      </div>
    </form>
  )
}

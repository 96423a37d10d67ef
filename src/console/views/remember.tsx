import { useState } from 'preact/hooks'
import { useConsole } from '../context.ts'
import { sentenceOf } from '../parts/use-answer.ts'

/** Tells the memory something by hand. */
export function Remember() {
  const { client, tell } = useConsole()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  async function remember(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setProblem(null)
    try {
      const { msg } = await client.ingest({ text })
      setText('')
      tell(msg)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form class="card" onSubmit={remember}>
      <h2>Remember something</h2>
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <label>
        <span class="visually-hidden">Text</span>
        <textarea
          name="text"
          required
          maxLength={100_000}
          placeholder="I live in Lisbon and work at Hooli."
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Remember</button>
    </form>
  )
}

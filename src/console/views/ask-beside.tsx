import { useState } from 'preact/hooks'
import type { Reading as ReadingOf, RetrieveResponse } from '../../../packages/client/src/client.ts'
import { Copy } from '../parts/copy.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { snippetsOf } from '../snippets.ts'

/** What the question was read as. */
export function Reading({ reading }: { reading: ReadingOf }) {
  const about = reading.about && Object.values(reading.about).filter((part) => typeof part === 'string')
  const rows: [string, string][] = [
    ['About', about?.join(' ') ?? 'anything'],
    ['Names', reading.names.join(', ') || 'none'],
    ['Relations', reading.relations.map((name) => name.replaceAll('_', ' ')).join(', ') || 'any'],
    ['Wants', reading.wants ?? 'anything'],
    ['Time', reading.time],
  ]
  return (
    <section class="card">
      <h2>Read as</h2>
      <dl class="pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="stored">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** As the service estimates it: letters of other alphabets are a token each. */
function tokensOf(text: string): number {
  let tokens = 0
  for (const sign of text) tokens += sign < '\x80' ? 1 / 3.5 : 1
  return Math.ceil(tokens)
}

export const InPrompt = ({ answer }: { answer: RetrieveResponse }) => (
  <section class="card">
    <div class="head">
      <h2 class="grow">In the prompt</h2>
      <span class="soft small">about {tokensOf(answer.context)} tokens</span>
      <Copy label="Copy the context" text={answer.context} />
    </div>
    <pre>{answer.context || 'Nothing.'}</pre>
    {answer.compression && <p class="small soft">It was not condensed: {answer.compression}.</p>}
  </section>
)

export function Snippets({ request }: { request: Readonly<Record<string, unknown>> }) {
  const [shown, setShown] = useState('curl')
  const snippets = snippetsOf(location.origin, request)
  return (
    <section class="card">
      <div class="head">
        <h2 class="grow">The same call</h2>
        <label>
          <span class="visually-hidden">Language</span>
          <select value={shown} onChange={(event) => setShown(event.currentTarget.value)}>
            {Object.keys(snippets).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Copy label="Copy the call" text={snippets[shown]!} />
      </div>
      <Scroll label={`The call in ${shown}`}>
        <pre class="code">{snippets[shown]}</pre>
      </Scroll>
    </section>
  )
}

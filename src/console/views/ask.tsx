import { useState } from 'preact/hooks'
import type { Fact, ReasoningStep, RetrieveRequest, RetrieveResponse } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Copy } from '../parts/copy.tsx'
import { toAgo, toMinute } from '../parts/dates.ts'
import { Empty } from '../parts/shown.tsx'
import { sentenceOf } from '../parts/use-answer.ts'
import { Why } from '../parts/why.tsx'
import { type Place, placeUrl } from '../router.ts'
import { snippetsOf } from '../snippets.ts'
import { Knobs, type KnobValues, START, toRequest } from './ask-knobs.tsx'
import { Remember } from './remember.tsx'

/** A question, what is found for it, and why. */
export function Ask({ place }: { place: Place }) {
  const { client, may } = useConsole()
  const [knobs, setKnobs] = useState<KnobValues>({ ...START, query: place.query.q ?? '' })
  const [answer, setAnswer] = useState<RetrieveResponse | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const request = toRequest(knobs)

  async function ask(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      setAnswer(await client.retrieve({ ...request, explain: true } as RetrieveRequest))
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      <div class="head">
        <h1>Ask</h1>
      </div>
      <form class="card" onSubmit={ask}>
        <div class="bar">
          <label class="grow">
            <span class="visually-hidden">Question</span>
            <input
              data-search
              required
              maxLength={10_000}
              placeholder="Where do I work?"
              value={knobs.query}
              onInput={(event) => setKnobs({ ...knobs, query: event.currentTarget.value })}
            />
          </label>
          <button type="submit" class="main" disabled={isBusy}>
            Ask
          </button>
        </div>
        <Knobs values={knobs} onChange={setKnobs} />
      </form>
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <div class="columns" aria-live="polite" aria-busy={isBusy}>
        <section aria-label="Answers">
          {answer ? (
            <Answers answer={answer} />
          ) : (
            <Empty title="Ask something">
              <p>What is found is shown with its score and what that is made of.</p>
            </Empty>
          )}
        </section>
        <aside>
          {answer && <InPrompt answer={answer} />}
          <Snippets request={request} />
          {may('write') && <Remember />}
        </aside>
      </div>
    </>
  )
}

function Answers({ answer }: { answer: RetrieveResponse }) {
  if (answer.facts.length === 0)
    return (
      <Empty title="Nothing is known of that">
        <p>
          Nothing scored above the floor. A lower <code>min_score</code> shows what came nearest.
        </p>
      </Empty>
    )
  return (
    <>
      {answer.degraded && (
        <div class="problem">Not asked, since they did not answer: {answer.degraded.join(', ')}.</div>
      )}
      {answer.facts.map((fact) => (
        <Found key={fact.id} fact={fact} />
      ))}
      {answer.reasoning_chain && answer.reasoning_chain.length > 0 && <Chain steps={answer.reasoning_chain} />}
    </>
  )
}

const Found = ({ fact }: { fact: Fact }) => (
  <article class="card">
    <div class="bar">
      <div class={`grow stored ${fact.superseded ? 'soft' : ''}`}>{fact.fact}</div>
      <strong title="score">{fact.score.toFixed(2)}</strong>
    </div>
    <div class="about">
      {fact.superseded && <span class="tag superseded">outdated</span>}
      {fact.trust.looks_like_order && <span class="tag invalidated">reads like an order</span>}
      <span>{fact.source_type}</span>
      <span>
        said by {fact.trust.source}
        {fact.trust.confirmed > 1 ? `, ${fact.trust.confirmed} sources` : ''}
      </span>
      <time title={toMinute(fact.occurred_at)}>{toAgo(fact.occurred_at)}</time>
      <span>strength {fact.strength.toFixed(2)}</span>
      {fact.memory_id && <a href={placeUrl({ view: 'memory', id: fact.memory_id })}>open</a>}
    </div>
    {fact.why && (
      <details>
        <summary class="small soft">Why</summary>
        <Why why={fact.why} />
      </details>
    )}
  </article>
)

/** How facts led from one to the next: each step an edge. */
const Chain = ({ steps }: { steps: readonly ReasoningStep[] }) => (
  <section class="card">
    <h2>Followed through the graph</h2>
    {steps.map((step) => (
      <ol class="path" key={`${step.hop} ${step.fact}`}>
        <li class="node">{step.from}</li>
        <li class="edge">{step.relation} →</li>
        <li class="node">{step.to}</li>
        <li class="edge">
          hop {step.hop}, {step.score.toFixed(2)}
        </li>
      </ol>
    ))}
  </section>
)

/** Some four characters are a token. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4)

const InPrompt = ({ answer }: { answer: RetrieveResponse }) => (
  <section class="card">
    <div class="head">
      <h2 class="grow">In the prompt</h2>
      <span class="soft small">about {tokensOf(answer.context)} tokens</span>
      <Copy label="Copy" text={answer.context} />
    </div>
    <pre>{answer.context || 'Nothing.'}</pre>
    {answer.reading && (
      <>
        <h3>The question was read as</h3>
        <pre>{JSON.stringify(answer.reading, null, 2)}</pre>
      </>
    )}
  </section>
)

function Snippets({ request }: { request: Readonly<Record<string, unknown>> }) {
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
        <Copy label="Copy" text={snippets[shown]!} />
      </div>
      <pre>{snippets[shown]}</pre>
    </section>
  )
}

import { useState } from 'preact/hooks'
import type { Fact, RetrieveResponse } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Chain } from '../parts/chain.tsx'
import { toCounts } from '../parts/counts.ts'
import { toAgo, toMinute } from '../parts/dates.ts'
import { sentenceOf } from '../parts/sentence-of.ts'
import { Empty } from '../parts/shown.tsx'
import { Why } from '../parts/why.tsx'
import { type Place, placeUrl } from '../router.ts'
import { InPrompt, Reading, Snippets } from './ask-beside.tsx'
import { Knobs } from './ask-knobs.tsx'
import { type KnobValues, START, toRequest } from './ask-request.ts'

/** A question, what is found for it, and why. */
export function Ask({ place }: { place: Place }) {
  const { client } = useConsole()
  const [knobs, setKnobs] = useState<KnobValues>({ ...START, query: place.query.q ?? '' })
  const [answer, setAnswer] = useState<RetrieveResponse | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const request = toRequest(knobs)

  async function ask(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (typeof request === 'string') return setProblem(request)
    setBusy(true)
    setProblem(null)
    try {
      setAnswer(await client.retrieve(request))
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
        <div class="bar question">
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
      <div class="columns" aria-busy={isBusy}>
        <section aria-label="Answers" aria-live="polite">
          {answer ? (
            <Answers answer={answer} />
          ) : (
            <Empty title="Ask something">
              <p>What is found is shown with its score and what that is made of. A question costs 2 operations.</p>
            </Empty>
          )}
        </section>
        <aside>
          {answer?.reading && <Reading reading={answer.reading} />}
          {answer && <InPrompt answer={answer} />}
          <Snippets request={typeof request === 'string' ? { query: knobs.query } : { ...request }} />
        </aside>
      </div>
    </>
  )
}

function Answers({ answer }: { answer: RetrieveResponse }) {
  return (
    <>
      {answer.degraded && (
        <div class="problem">Not asked, since they did not answer: {answer.degraded.join(', ')}.</div>
      )}
      {answer.facts.length === 0 ? (
        <Empty title="Nothing is known of that">
          <p>
            Nothing scored above the floor. A lower <code>min_score</code> shows what came nearest.
          </p>
        </Empty>
      ) : (
        <p class="small soft">
          Found in {Math.round(answer.latency_ms)} ms:{' '}
          {toCounts({
            ...{ texts: answer.episodic_count, facts: answer.semantic_count },
            'texts of the session': answer.working_count,
          })}
          .
        </p>
      )}
      {answer.facts.map((fact, at) => (
        <Found key={fact.id} fact={fact} isFirst={at === 0} />
      ))}
      {answer.reasoning_chain && answer.reasoning_chain.length > 0 && <Chain steps={answer.reasoning_chain} />}
    </>
  )
}

const Found = ({ fact, isFirst }: { fact: Fact; isFirst: boolean }) => (
  <article class="card">
    <div class="bar top">
      <div class={`grow stored ${fact.superseded ? 'soft' : ''}`}>{fact.fact}</div>
      <strong class="score">
        <span class="visually-hidden">score </span>
        {fact.score.toFixed(2)}
      </strong>
    </div>
    <div class="about">
      {fact.superseded && <span class="tag superseded">outdated</span>}
      {fact.trust.looks_like_order && <span class="tag invalidated">reads like an order</span>}
      <span>{fact.source_type}</span>
      <span class={`dot ${fact.trust.source}`}>
        said by {fact.trust.source}
        {fact.trust.confirmed > 1 ? `, ${fact.trust.confirmed} sources` : ''}
      </span>
      <time title={toMinute(fact.occurred_at)}>{toAgo(fact.occurred_at)}</time>
      <span>strength {fact.strength.toFixed(2)}</span>
      {fact.memory_id && (
        <a href={placeUrl({ view: 'memory', id: fact.memory_id })} aria-label={`Open the memory: ${fact.fact}`}>
          Open
        </a>
      )}
    </div>
    {fact.why && (
      <details open={isFirst}>
        <summary>Why</summary>
        <Why why={fact.why} />
      </details>
    )}
  </article>
)

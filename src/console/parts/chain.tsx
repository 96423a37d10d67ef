import type { ReasoningStep } from '../../../packages/client/src/client.ts'

const SHOWN = 5

/** How facts led from one to the next: each way that was walked as a path, the best first. */
export function Chain({ steps }: { steps: readonly ReasoningStep[] }) {
  const paths = pathsOf(steps)
  return (
    <section class="card" aria-label="Reasoning chain">
      <h2>Followed through the graph</h2>
      {paths.slice(0, SHOWN).map((path) => (
        <Path key={path.map(({ fact }) => fact).join()} path={path} />
      ))}
      {paths.length > SHOWN && (
        <details>
          <summary>{paths.length - SHOWN} more ways</summary>
          {paths.slice(SHOWN).map((path) => (
            <Path key={path.map(({ fact }) => fact).join()} path={path} />
          ))}
        </details>
      )}
    </section>
  )
}

const Path = ({ path }: { path: readonly ReasoningStep[] }) => (
  <ol class="path">
    <li class="node">{path[0]!.from}</li>
    {path.map((step) => (
      <>
        <li class="edge" title={`${step.fact} (score ${step.score.toFixed(2)})`}>
          {step.relation}
        </li>
        <li class="node">{step.to}</li>
      </>
    ))}
    <li class="score" title="score of the last step">
      {path.at(-1)!.score.toFixed(2)}
    </li>
  </ol>
)

/** From where the walk began to each place where it ended, by the score of the last step. */
function pathsOf(steps: readonly ReasoningStep[]): ReasoningStep[][] {
  const isFollowed = (step: ReasoningStep) => steps.some(({ hop, from }) => hop === step.hop + 1 && from === step.to)
  const before = (step: ReasoningStep) => steps.find(({ hop, to }) => hop === step.hop - 1 && to === step.from)
  const walkedTo = (step: ReasoningStep): ReasoningStep[] => {
    const last = before(step)
    return last ? [...walkedTo(last), step] : [step]
  }
  return steps
    .filter((step) => !isFollowed(step))
    .map(walkedTo)
    .sort((a, b) => b.at(-1)!.score - a.at(-1)!.score)
}

import type { KnownFact } from '../../../packages/client/src/client.ts'
import { Tag } from '../parts/tag.tsx'
import { placeUrl } from '../router.ts'

interface Props {
  readonly facts: readonly KnownFact[]
  /** Facts that may have replaced one of these, by id. */
  readonly successors: ReadonlyMap<string, KnownFact>
}

/** What was read from a memory, and what took its place. */
export const MemoryFacts = ({ facts, successors }: Props) => (
  <section class="card">
    <h2>What was read from it</h2>
    {facts.length === 0 ? (
      <p class="soft">Nothing in it was read as a fact. The text is found as a whole.</p>
    ) : (
      <ul class="rows">
        {facts.map((fact) => (
          <li key={fact.id} class={`row ${fact.state === 'current' ? '' : 'faint'}`}>
            <div class="text">{fact.fact}</div>
            <div class="about">
              <Tag state={fact.state} />
              <a href={placeUrl({ view: 'graph', query: { entity: fact.subject } })}>{fact.subject} in the graph</a>
              <span>confidence {fact.confidence.toFixed(2)}</span>
              <span>strength {fact.strength.toFixed(2)}</span>
              {fact.date && <span>dated {fact.date}</span>}
              {fact.memory_ids.length > 1 && <span>stated {fact.memory_ids.length} times</span>}
            </div>
            {fact.superseded_by && <Successor fact={successors.get(fact.superseded_by)} />}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Successor = ({ fact }: { fact: KnownFact | undefined }) => (
  <div class="small">
    {fact ? (
      <>
        Replaced by <a href={placeUrl({ view: 'memory', id: fact.memory_ids[0] ?? '' })}>{fact.fact}</a>
      </>
    ) : (
      'Replaced by something newer.'
    )}
  </div>
)

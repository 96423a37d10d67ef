import type { ComponentChildren } from 'preact'
import type { KnownFact } from '../../../packages/client/src/client.ts'
import { placeUrl } from '../router.ts'
import { toDay } from './dates.ts'
import { Tag } from './tag.tsx'

interface Given {
  readonly facts: readonly KnownFact[]
  /** What is said of its time; when it was said, unless the view says otherwise. */
  readonly timeOf?: (fact: KnownFact) => ComponentChildren
}

/** Facts, each with the memory that stated it first. */
export const FactList = ({ facts, timeOf = (fact) => <time>{toDay(fact.occurred_at)}</time> }: Given) => (
  <ul class="rows">
    {facts.map((fact) => (
      <li key={fact.id}>
        <a
          class={`row ${fact.state === 'current' ? '' : 'faint'}`}
          href={placeUrl({ view: 'memory', id: fact.memory_ids[0] ?? '' })}
        >
          <div class="text">{fact.fact}</div>
          <div class="about">
            {fact.state !== 'current' && <Tag state={fact.state} />}
            <span class={`dot ${fact.source}`}>{fact.source}</span>
            {timeOf(fact)}
          </div>
        </a>
      </li>
    ))}
  </ul>
)

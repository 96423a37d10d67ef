import type { KnownFact } from '../../../packages/client/src/client.ts'
import { placeUrl } from '../router.ts'
import { toDay } from './dates.ts'
import { Tag } from './tag.tsx'

/** Facts, each with the memory that stated it first. */
export const FactList = ({ facts }: { facts: readonly KnownFact[] }) => (
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
            <span>{fact.source}</span>
            <time>{toDay(fact.occurred_at)}</time>
          </div>
        </a>
      </li>
    ))}
  </ul>
)

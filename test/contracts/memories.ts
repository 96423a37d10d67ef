import { packVector } from '../../src/domain/ranking/vector.ts'
import { queryWords, wordsOf } from '../../src/domain/ranking/words.ts'
import type { EntityKind, Mention } from '../../src/domain/statement/fact.ts'
import { statementHash } from '../../src/domain/statement/hash.ts'
import { claimOf } from '../../src/domain/statement/slot.ts'
import { type Source, sourceConfidence } from '../../src/domain/statement/source.ts'
import { candidateNames } from '../../src/pipelines/search/candidate-names.ts'
import type { NewFact, NewMemory } from '../../src/ports/new-memory.ts'
import type { RecallPlan } from '../../src/ports/recollection.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const embedder = createFakeEmbedder()

export const EMBEDDER = embedder.id

type Triple = readonly [subject: string, predicate: string, object: string, kind?: EntityKind, subjectKind?: EntityKind]

interface Said {
  readonly persona?: string
  readonly source?: Source
  readonly session?: string
  readonly speaker?: string
  readonly metadata?: Record<string, unknown>
  readonly facts?: readonly Triple[]
  readonly negated?: boolean
  readonly occurredAt?: number
  readonly offsetMs?: number
  /** The date that its facts name. */
  readonly date?: string
}

const mention = (name: string, kind: EntityKind = 'thing'): Mention => ({ name, kind: name === 'user' ? 'user' : kind })

/** A memory of one chunk, as the ingest pipeline would hand it to a store. */
export async function memory(text: string, said: Said = {}): Promise<NewMemory> {
  const [vector] = await embedder.embed([text], 'passage')
  const source = said.source ?? 'user'
  const facts = (said.facts ?? []).map(([subject, predicate, object, kind, subjectKind]): NewFact => {
    const stance = { negated: said.negated ?? false, aspect: 'is' as const }
    const relation = predicate.replaceAll('_', ' ')
    return {
      subject: mention(subject, subjectKind),
      predicate,
      relation,
      object: mention(object, kind),
      text: `${subject} ${said.negated ? 'does not ' : ''}${relation} ${object}`,
      ...stance,
      ...claimOf({ subject, predicate, object, ...stance }),
      confidence: sourceConfidence[source],
      chunk: 0,
      vector: null,
      date: said.date ?? null,
    }
  })
  return {
    persona: said.persona ?? 'shared',
    source,
    confidence: sourceConfidence[source],
    sessionId: said.session ?? null,
    speaker: said.speaker ?? null,
    metadata: said.metadata ?? null,
    text,
    occurredAt: said.occurredAt ?? null,
    offsetMs: said.offsetMs ?? null,
    chunks: [
      {
        text,
        start: 0,
        end: text.length,
        vector: packVector(vector!),
        words: wordsOf(text),
        statement: statementHash(text),
      },
    ],
    facts,
  }
}

export async function plan(query: string, asked: Partial<RecallPlan> = {}): Promise<RecallPlan> {
  const [vector] = await embedder.embed([query], 'query')
  return {
    now: 0,
    k: 20,
    personas: null,
    vector: packVector(vector!),
    asked: [],
    words: queryWords(query),
    names: candidateNames(query),
    hot: [],
    episodic: true,
    semantic: true,
    hops: 0,
    ...asked,
  }
}

import { personasInSight } from '../../domain/account/persona.ts'
import { packAsked } from '../../domain/ranking/token-vectors.ts'
import { type AskedVector, normalise, packVector } from '../../domain/ranking/vector.ts'
import { TOPIC_SHARE } from '../../domain/ranking/weights.ts'
import { queryWords } from '../../domain/ranking/words.ts'
import type { Embedding } from '../../ports/embedder.ts'
import type { RecallPlan } from '../../ports/recollection.ts'
import type { SessionContext } from '../../ports/sessions.ts'
import { candidateNames } from './candidate-names.ts'
import type { SearchRequest } from './request.ts'
import { slotsOfRole } from './role-asked.ts'

/** A question put in the first person, and whose names were taken out of it. */
export interface Asked {
  readonly names: readonly string[]
  /** null: not encoded. */
  readonly vector: Embedding | null
}

export interface Question {
  readonly vector: Embedding | null
  readonly asked: readonly Asked[]
}

/** What to look for, in the terms of the store. */
export function planRecall(request: SearchRequest, session: SessionContext, { vector, asked }: Question): RecallPlan {
  const packed = (encoded: Embedding | null): AskedVector | null =>
    encoded && {
      ...packVector(blend(encoded.vector, session.topic)),
      ...(encoded.tokens ? { asked: packAsked(encoded.tokens) } : {}),
    }
  return {
    now: request.now,
    k: request.k,
    personas: personasInSight(request.persona, request.bound),
    vector: packed(vector),
    asked: asked.map((way) => ({ names: way.names, vector: packed(way.vector) })),
    words: queryWords(request.query),
    names: candidateNames(request.query),
    roles: slotsOfRole(request.query),
    hot: request.includeWorking ? session.hot : [],
    episodic: request.includeEpisodic,
    semantic: request.includeSemantic,
    hops: request.includeSemantic ? (request.maxHops ?? 0) : 0,
    filter: request.filter ?? null,
    asOf: request.asOf ?? null,
  }
}

/** The session's topic leans on the question, and never drowns it. */
function blend(query: Float32Array, topic: Float32Array | null): Float32Array {
  if (!topic || topic.length !== query.length) return query
  return normalise(query.map((value, i) => value * (1 - TOPIC_SHARE) + topic[i]! * TOPIC_SHARE))
}

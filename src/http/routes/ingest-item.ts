import * as z from 'zod/mini'
import { SOURCES } from '../../domain/statement/source.ts'
import type { IngestOutcome } from '../../pipelines/ingest/ingest.ts'
import type { IngestItem } from '../../pipelines/ingest/request.ts'
import { flag, ignoredUserId, metadata, oneOf, orNull, persona, sessionId, text } from '../fields.ts'

const MAX_TEXT = 100_000

export const ingestItem = z
  .object(
    {
      text: text(1, MAX_TEXT).register(z.globalRegistry, { description: 'What to remember.' }),
      persona: z
        ._default(persona(), 'shared')
        .register(z.globalRegistry, { description: 'The sub-namespace to remember it in.' }),
      source: z._default(oneOf(SOURCES), 'user').register(z.globalRegistry, {
        description: 'Who says it: a user is trusted more than a document, a document more than an assistant.',
      }),
      session_id: orNull(sessionId()).register(z.globalRegistry, {
        description: 'The session it is said in; updates its working memory.',
      }),
      use_llm_extraction: z._default(flag(), false).register(z.globalRegistry, {
        description: 'Extract facts with the configured LLM instead of the built-in extractor.',
      }),
      metadata: orNull(metadata()).register(z.globalRegistry, {
        description: 'Stored with the memory and returned with it; at most 16 KB.',
      }),
      user_id: ignoredUserId(),
    },
    'must be an object',
  )
  .register(z.globalRegistry, { id: 'IngestItem' })

export const toIngestItem = (item: z.output<typeof ingestItem>): IngestItem => ({
  text: item.text,
  persona: item.persona,
  source: item.source,
  sessionId: item.session_id,
  useLlmExtraction: item.use_llm_extraction,
  metadata: item.metadata,
  occurredAt: null,
})

export const ingestResponse = z
  .object({
    facts_ingested: z.int(),
    episodic_chunks: z.int(),
    entities_extracted: z.int(),
    triples_extracted: z.int(),
    working_memory_updated: z.boolean(),
    msg: z.string(),
    latency_ms: z.number(),
    duplicate_of: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'IngestResponse' })

export type IngestResponse = z.output<typeof ingestResponse>

export function toIngestResponse(
  outcome: Exclude<IngestOutcome, { error: string }>,
  latencyMs: number,
): IngestResponse {
  return {
    facts_ingested: outcome.facts,
    episodic_chunks: outcome.chunks,
    entities_extracted: outcome.entities,
    triples_extracted: outcome.facts,
    working_memory_updated: outcome.sessionUpdated,
    msg: outcome.message,
    latency_ms: latencyMs,
    ...(outcome.duplicateOf === null ? {} : { duplicate_of: outcome.duplicateOf }),
  }
}

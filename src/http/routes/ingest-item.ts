import * as z from 'zod/mini'
import { type Bound, personaToWrite } from '../../domain/account/persona.ts'
import { offsetMs } from '../../domain/date/offset-ms.ts'
import { toRecordId } from '../../domain/record-id.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { IngestOutcome } from '../../pipelines/ingest/ingest.ts'
import type { IngestItem } from '../../pipelines/ingest/request.ts'
import {
  about,
  defaultsTo,
  flag,
  ignoredUserId,
  metadata,
  named,
  oneOf,
  orNull,
  persona,
  sessionId,
  text,
} from '../fields.ts'
import { occurredAt, toMs } from '../occurred-at.ts'

/** In operations, for each text. */
export const INGEST_COST = 5

export const MAX_TEXT = 100_000

export const ingestItem = named(
  'IngestItem',
  z.object(
    {
      text: about(text(1, MAX_TEXT), 'What to remember.'),
      persona: defaultsTo(
        'shared',
        z.optional(persona()),
        'The sub-namespace to remember it in; of a bound key, its own.',
      ),
      source: about(
        z._default(oneOf(SOURCES), 'user'),
        'Who says it: a user is trusted more than a document, a document more than an assistant.',
      ),
      session_id: about(orNull(sessionId()), 'The session it is said in; updates its working memory.'),
      use_llm_extraction: about(
        z._default(flag(), false),
        'Extract facts with the configured LLM instead of the built-in extractor.',
      ),
      occurred_at: about(
        orNull(occurredAt()),
        'When it was said or happened, in ISO 8601 or in seconds since 1970; now unless given. Dates such as "yesterday" in the text are counted from it.',
      ),
      metadata: about(orNull(metadata()), 'Stored with the memory and returned with it; at most 16 KB.'),
      user_id: ignoredUserId(),
    },
    'must be an object',
  ),
)

export const toIngestItem = (item: z.output<typeof ingestItem>, bound: Bound): IngestItem => ({
  text: item.text,
  persona: personaToWrite(item.persona, bound),
  source: item.source,
  sessionId: item.session_id,
  useLlmExtraction: item.use_llm_extraction,
  metadata: item.metadata,
  occurredAt: item.occurred_at === null ? null : toMs(item.occurred_at),
  offsetMs: offsetMs(item.occurred_at),
})

export const ingestResponse = named(
  'IngestResponse',
  z.object({
    facts_ingested: z.int(),
    episodic_chunks: z.int(),
    entities_extracted: z.int(),
    triples_extracted: z.int(),
    working_memory_updated: z.boolean(),
    msg: z.string(),
    latency_ms: z.number(),
    duplicate_of: z.optional(z.string()),
    memory_id: z.optional(z.string()),
  }),
)

export const toIngestResponse = (
  namespace: string,
  outcome: Exclude<IngestOutcome, { error: string }>,
  latencyMs: number,
): z.output<typeof ingestResponse> => ({
  facts_ingested: outcome.facts,
  episodic_chunks: outcome.chunks,
  entities_extracted: outcome.entities,
  triples_extracted: outcome.facts,
  working_memory_updated: outcome.sessionUpdated,
  msg: outcome.message,
  latency_ms: latencyMs,
  ...(outcome.duplicateOf === null ? {} : { duplicate_of: outcome.duplicateOf }),
  ...(outcome.memory === null ? {} : { memory_id: toRecordId(namespace, outcome.memory) }),
})

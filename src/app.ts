import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './http/context.ts'
import { toErrorResponse, toNotFound } from './http/errors.ts'
import { corsWhenConfigured } from './http/middleware/cors.ts'
import { type Connect, request } from './http/middleware/request.ts'
import { adminOperations, adminRoutes } from './http/routes/admin.ts'
import { consolidateOperation, consolidateRoutes } from './http/routes/consolidate.ts'
import { entitiesOperation, entitiesRoutes, separateOperation } from './http/routes/entities.ts'
import { graphQaOperation, graphQaRoutes } from './http/routes/graph-qa.ts'
import { healthOperation, healthRoutes } from './http/routes/health.ts'
import { ingestOperation, ingestRoutes } from './http/routes/ingest.ts'
import { ingestBatchOperation, ingestBatchRoutes } from './http/routes/ingest-batch.ts'
import { moveOperation, moveRoutes } from './http/routes/migrate.ts'
import { pruneOperation, pruneRoutes } from './http/routes/prune.ts'
import { reEmbedOperation, reEmbedRoutes } from './http/routes/re-embed.ts'
import { referenceRoutes } from './http/routes/reference.ts'
import { retrieveOperation, retrieveRoutes } from './http/routes/retrieve.ts'
import { rewindOperation, rewindRoutes } from './http/routes/rewind.ts'
import { roundsOperation, roundsRoutes } from './http/routes/rounds.ts'
import { statsOperation, statsRoutes } from './http/routes/stats.ts'

const operations = [
  ingestOperation,
  ingestBatchOperation,
  retrieveOperation,
  graphQaOperation,
  consolidateOperation,
  pruneOperation,
  statsOperation,
  entitiesOperation,
  separateOperation,
  healthOperation,
  ...adminOperations,
  roundsOperation,
  moveOperation,
  reEmbedOperation,
  rewindOperation,
]

/** The path a request walks, top to bottom. Each route settles method, body, key and limits before its pipeline runs. */
export function createApp(connect: Connect) {
  const brain = new Hono<AppEnv>()
    .route('/health', healthRoutes())
    .route('/ingest', ingestRoutes())
    .route('/ingest/batch', ingestBatchRoutes())
    .route('/retrieve', retrieveRoutes())
    .route('/retrieve/graph-qa', graphQaRoutes())
    .route('/consolidate', consolidateRoutes())
    .route('/prune', pruneRoutes())
    .route('/stats', statsRoutes())
    .route('/entities', entitiesRoutes())

  return new Hono<AppEnv>()
    .use(request(connect))
    .use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] }, crossOriginResourcePolicy: false }))
    .use(corsWhenConfigured())
    .route('/brain', brain)
    .route('/admin/rounds', roundsRoutes())
    .route('/admin/accounts/:account/move', moveRoutes())
    .route('/admin/accounts/:account/reembed', reEmbedRoutes())
    .route('/admin/accounts/:account/rewind', rewindRoutes())
    .route('/admin', adminRoutes())
    .route('/', referenceRoutes(operations))
    .notFound(toNotFound)
    .onError(toErrorResponse)
}

/** For typed clients: `hc<BrainApi>(baseUrl)`. */
export type BrainApi = ReturnType<typeof createApp>

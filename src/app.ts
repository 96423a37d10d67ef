import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ClientSchema } from './http/client-schema.ts'
import type { AppEnv } from './http/context.ts'
import { toErrorResponse, toNotFound } from './http/errors.ts'
import { corsWhenConfigured } from './http/middleware/cors.ts'
import { operator } from './http/middleware/operator.ts'
import { type Connect, request } from './http/middleware/request.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { exportAccountRoute } from './http/routes/account-export.ts'
import * as accounts from './http/routes/accounts.ts'
import { auditRoute } from './http/routes/audit.ts'
import { mountConsole } from './http/routes/console.ts'
import { consolidateRoute } from './http/routes/consolidate.ts'
import { entitiesRoute, unmergeRoute } from './http/routes/entities.ts'
import { exportRoute } from './http/routes/export.ts'
import { factsRoute } from './http/routes/facts.ts'
import { deleteMemoryRoute, forgetRoute, receiptsRoute } from './http/routes/forget.ts'
import { graphRoute } from './http/routes/graph.ts'
import { graphQaRoute } from './http/routes/graph-qa.ts'
import { healthRoute } from './http/routes/health.ts'
import { importRoute, restoreAccountRoute } from './http/routes/import.ts'
import { ingestRoute } from './http/routes/ingest.ts'
import { ingestBatchRoute } from './http/routes/ingest-batch.ts'
import * as keys from './http/routes/keys.ts'
import { lifecycleRoute } from './http/routes/lifecycle.ts'
import { getMemoryRoute, listMemoriesRoute, memoryHistoryRoute } from './http/routes/memories.ts'
import * as changes from './http/routes/memory-changes.ts'
import { metricsRoute } from './http/routes/metrics.ts'
import { migrateRoute, reEmbedRoute, rewindRoute } from './http/routes/namespace.ts'
import { profileRoute } from './http/routes/profile.ts'
import { pruneRoute } from './http/routes/prune.ts'
import { mountReference } from './http/routes/reference.ts'
import { retrieveRoute } from './http/routes/retrieve.ts'
import { roundsRoute } from './http/routes/rounds.ts'
import { createSignInLinkRoute, ownKeyRoute, signInRoute } from './http/routes/sign-in.ts'
import { statsRoute } from './http/routes/stats.ts'
import { usageRoute } from './http/routes/usage.ts'
import * as webhooks from './http/routes/webhooks.ts'
import { mountMcp } from './mcp/mount-mcp.ts'

/** Every route of the service, in the order of the reference. Each declares what it takes, answers, costs and does. */
export const routes = [
  ingestRoute,
  ingestBatchRoute,
  retrieveRoute,
  graphQaRoute,
  consolidateRoute,
  pruneRoute,
  statsRoute,
  listMemoriesRoute,
  getMemoryRoute,
  memoryHistoryRoute,
  changes.editMemoryRoute,
  changes.invalidateMemoryRoute,
  changes.restoreMemoryRoute,
  deleteMemoryRoute,
  forgetRoute,
  receiptsRoute,
  factsRoute,
  graphRoute,
  profileRoute,
  entitiesRoute,
  unmergeRoute,
  usageRoute,
  ownKeyRoute,
  lifecycleRoute,
  exportRoute,
  importRoute,
  auditRoute,
  webhooks.createWebhookRoute,
  webhooks.listWebhooksRoute,
  webhooks.deleteWebhookRoute,
  webhooks.testWebhookRoute,
  webhooks.rotateWebhookRoute,
  webhooks.deliveriesRoute,
  healthRoute,
  signInRoute,
  accounts.createAccountRoute,
  accounts.listAccountsRoute,
  accounts.showAccountRoute,
  accounts.changePlanRoute,
  accounts.deleteAccountRoute,
  keys.createKeyRoute,
  keys.listKeysRoute,
  keys.rotateKeyRoute,
  keys.revokeKeyRoute,
  createSignInLinkRoute,
  accounts.usageRoute,
  roundsRoute,
  metricsRoute,
  exportAccountRoute,
  restoreAccountRoute,
  migrateRoute,
  reEmbedRoute,
  rewindRoute,
] as const

/** Of the pages: everything is from here, in no frame, and nothing is sent elsewhere. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  ...{ baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"], objectSrc: ["'none'"] },
}

/** The path a request walks, top to bottom. Each route settles method, body, key and limits before its pipeline runs. */
export function createApp(connect: Connect): BrainApi {
  const app = new Hono<AppEnv>()
    .use(request(connect))
    .use(secureHeaders({ contentSecurityPolicy: CONTENT_SECURITY_POLICY, crossOriginResourcePolicy: false }))
    .use('/brain/*', corsWhenConfigured())
    .use('/mcp/*', corsWhenConfigured())
    .use('/admin/*', operator())
    .use('/metrics', operator())
  mountRoutes(app, routes)
  mountMcp(app)
  mountReference(app)
  mountConsole(app)
  return app.notFound(toNotFound).onError(toErrorResponse) as BrainApi
}

/** For typed clients: `hc<BrainApi>(baseUrl)`. */
export type BrainApi = Hono<AppEnv, ClientSchema<typeof routes>, '/'>

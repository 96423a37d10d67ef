import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { migratePage } from '../../pipelines/lifecycle/migrate.ts'
import { reEmbedPage } from '../../pipelines/lifecycle/re-embed.ts'
import { rewind } from '../../pipelines/lifecycle/rewind.ts'
import { HISTORY_DAYS } from '../../ports/rewindable.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { accountOf, accountParams } from '../account-param.ts'
import { defineRoute } from '../define-route.ts'
import { integerParam } from '../fields.ts'
import { fromCheckpoint, toCheckpoint } from '../portable-lines.ts'

const counts = z.object({ chunks: z.int(), entities: z.int(), relations: z.int() })

/** 0 is the beginning by its name of before. */
const isBeginning = (cursor: string): boolean => cursor === '' || cursor === '0'

export const migrateRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts/:account/migrate',
  formerly: { path: '/admin/accounts/:account/move', id: 'moveAccount' },
  id: 'migrateAccount',
  scope: 'operator',
  summary: 'Migrate a page of what an account remembers from the embedded store to the cloud stores',
  description:
    'Call it with the `cursor` of the reply until that is null; then `counts` has both sides. Nothing is deleted, and a page that was migrated before changes nothing. The account must have nothing else in the cloud stores.',
  params: accountParams,
  query: z.object({
    cursor: z._default(
      z
        .string()
        .check(
          z.refine(
            (given) => isBeginning(given) || fromCheckpoint(given) !== null,
            'must be the cursor of a migration',
          ),
        ),
      '',
    ),
  }),
  response: z.object({
    moved: z.int(),
    cursor: z.nullable(z.string()),
    counts: z.nullable(z.object({ from: counts, to: counts })),
  }),
  errors: [409],
  async handle({ ports, trace, params, query: { cursor }, now, by }) {
    const { namespace } = await accountOf(ports, params.account)
    const request = { namespace, place: fromCheckpoint(cursor)?.place ?? null, now, by: by('migrate') }
    const { migrated, next, counts: both } = await migratePage(ports, trace, request)
    if (next === null) {
      // The store that has it from now on has to know whether somebody listens.
      const watched = (await ports.webhooks.list(namespace)).length > 0
      await ports.journal.watch(namespace, { now, watched, by: by('migrate') })
    }
    return { moved: migrated, cursor: next && toCheckpoint({ place: next, counts: {}, hash: '' }), counts: both }
  },
})

export const reEmbedRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts/:account/reembed',
  id: 'reembedAccount',
  scope: 'operator',
  summary: 'Give some of what an account remembers vectors of the embedder to come',
  description:
    'Call it until `left` is 0. The old vectors answer until then, and until the service uses the new embedder (`EMBEDDER_NEXT` becomes `EMBEDDER`).',
  params: accountParams,
  response: z.object({ embedder: z.string(), embedded: z.int(), left: z.int() }),
  async handle({ ports, params, now, by }) {
    const { namespace } = await accountOf(ports, params.account)
    const page = await reEmbedPage(ports, namespace)
    // Noted once, with its last page.
    if (page.left === 0 && page.embedded > 0) await ports.accounts.note(namespace, by('re-embed'), now)
    return page
  },
})

const REWIND_RULE = `must be a time of the last ${HISTORY_DAYS} days, in milliseconds since 1970`

export const rewindRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts/:account/rewind',
  id: 'rewindAccount',
  scope: 'operator',
  summary: 'Take what an account remembers back to how it was at a time of the last 30 days',
  description:
    "Durable Objects' point-in-time recovery. Only on Cloudflare, and only for the embedded store; everything since is forgotten, and what was erased since is erased again.",
  params: accountParams,
  query: z.object({ to: integerParam(0, Number.MAX_SAFE_INTEGER, REWIND_RULE) }),
  refusesIgnored: true,
  response: z.object({ rewound_to: z.int(), erased_again: z.int() }),
  errors: [409],
  async handle({ ports, trace, params, query: { to }, now, by }) {
    if (to > now || to < now - HISTORY_DAYS * DAY_MS) throw new BrainError('invalid-request', `to: ${REWIND_RULE}`)
    const { namespace } = await accountOf(ports, params.account)
    if (!ports.rewindable)
      throw new BrainError('conflict', 'MEMORY_STORE is cloud: restore snapshots of Qdrant and Neo4j instead.')
    const again = await rewind(ports, trace, { namespace, to, now, by: by('rewind') })
    if (again === null)
      throw new BrainError('conflict', 'This deployment keeps no history: only Durable Objects on Cloudflare do.')
    // Where the account's own is: the journal of its memory went back with it.
    await ports.accounts.note(namespace, by('rewind'), now, { rewound_to: to })
    return { rewound_to: to, erased_again: again }
  },
})

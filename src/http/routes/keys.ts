import * as z from 'zod/mini'
import { KEY_SCOPES } from '../../domain/account/key-scope.ts'
import { PLANS } from '../../domain/account/plan.ts'
import type { KeySummary } from '../../ports/accounts.ts'
import { accountParams, found } from '../account-param.ts'
import { defineRoute } from '../define-route.ts'
import { about, integer, listOf, named, oneOf, orNull, persona, text } from '../fields.ts'

/** More would make every search slower. */
const MOST_PERSONAS = 50

const unique = (names: readonly string[]): string[] => [...new Set(names)]

const key = named(
  'Key',
  z.object({
    key_id: z.string(),
    label: z.nullable(z.string()),
    created_at: z.number(),
    status: z.enum(['active', 'rotating', 'revoked']),
    expires_at: z.nullable(z.number()),
    scopes: z.array(oneOf(KEY_SCOPES)),
    personas: about(z.nullable(z.array(z.string())), 'The personas that it may see and write; null: all.'),
  }),
)

const newKey = named('NewKey', z.object({ ...key.shape, key: z.string(), account: z.string(), plan: oneOf(PLANS) }))

const toKey = <Key extends KeySummary>({ keyId, createdAt, expiresAt, ...rest }: Key) => ({
  ...rest,
  scopes: [...rest.scopes],
  personas: rest.personas && [...rest.personas],
  key_id: keyId,
  created_at: createdAt / 1000,
  expires_at: expiresAt === null ? null : expiresAt / 1000,
})

const keys = { path: '/admin/accounts/:account/keys', scope: 'operator', params: accountParams } as const
const keyParams = z.object({ ...accountParams.shape, key_id: text(1, 64) })

export const createKeyRoute = defineRoute({
  ...keys,
  method: 'post',
  id: 'createKey',
  summary: 'Issue a key; it is shown once',
  body: named(
    'NewKeyRequest',
    z.object({
      label: orNull(text(1, 64)),
      scopes: about(
        z._default(listOf(oneOf(KEY_SCOPES), 1, KEY_SCOPES.length), [...KEY_SCOPES]),
        'What it may do: `read` looks, `write` remembers, `erase` forgets.',
      ),
      personas: about(
        orNull(listOf(persona(), 1, MOST_PERSONAS)),
        'Binds it to these: it sees and writes nothing else, and the first is where it writes unless told. null: all.',
      ),
    }),
  ),
  response: newKey,
  status: 201,
  async handle({ ports, params, body: { label, scopes, personas }, now, requestId }) {
    const rights = {
      scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
      personas: personas && unique(personas),
    }
    return toKey(found(await ports.accounts.createKey(params.account, { label, now, rights, requestId })))
  },
})

export const listKeysRoute = defineRoute({
  ...keys,
  method: 'get',
  id: 'listKeys',
  summary: "List an account's keys",
  response: z.object({ keys: z.array(key) }),
  handle: async ({ ports, params, now }) => ({
    keys: found(await ports.accounts.listKeys(params.account, now)).map(toKey),
  }),
})

export const rotateKeyRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts/:account/keys/:key_id/rotate',
  id: 'rotateKey',
  scope: 'operator',
  summary: 'Replace a key; the old one works on for a grace period',
  params: keyParams,
  // A day: long enough to roll a key through a deployment.
  body: named('Rotation', z.object({ grace_seconds: z._default(integer(0, 2_592_000), 86_400) })),
  response: newKey,
  status: 201,
  async handle({ ports, params, body, now, requestId }) {
    const rotation = { graceSeconds: body.grace_seconds, now, requestId }
    return toKey(found(await ports.accounts.rotateKey(params.account, params.key_id, rotation)))
  },
})

export const revokeKeyRoute = defineRoute({
  method: 'delete',
  path: '/admin/accounts/:account/keys/:key_id',
  id: 'revokeKey',
  scope: 'operator',
  summary: 'Revoke a key at once',
  params: keyParams,
  response: key,
  handle: async ({ ports, params, now, requestId }) =>
    toKey(found(await ports.accounts.revokeKey(params.account, params.key_id, now, requestId))),
})

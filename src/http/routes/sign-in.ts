import * as z from 'zod/mini'
import { KEY_SCOPES } from '../../domain/account/key-scope.ts'
import { PLANS } from '../../domain/account/plan.ts'
import { BrainError } from '../../domain/errors.ts'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { defineRoute } from '../define-route.ts'
import { about, named, oneOf, text } from '../fields.ts'

/** Long enough to go from a terminal to a browser. */
const LINK_MS = 10 * MINUTE_MS

export const createSignInLinkRoute = defineRoute({
  method: 'post',
  path: '/admin/sign-in-links',
  id: 'createSignInLink',
  scope: 'operator',
  summary: 'Make a link that signs in to the console, once',
  description:
    'For whoever has the key and would not type it. It works for ten minutes. The key is kept sealed with the ticket, of which the service keeps a hash alone.',
  body: named('NewSignInLink', z.object({ key: about(text(1, 64), 'The key that it signs in with.') })),
  response: named(
    'SignInLink',
    z.object({
      ticket: z.string(),
      path: about(z.string(), 'Of the page, with the ticket behind the `#`, which browsers send to no server.'),
      expires_at: z.number(),
    }),
  ),
  status: 201,
  async handle({ ports, now, body: { key } }) {
    const expiresAt = now + LINK_MS
    const ticket = await ports.accounts.createSignInLink(key, { now, expiresAt })
    if (ticket === null) throw new BrainError('not-found', 'key: there is none such that works')
    return { ticket, path: `/console#/sign-in/${ticket}`, expires_at: expiresAt / 1000 }
  },
})

export const signInRoute = defineRoute({
  method: 'post',
  path: '/brain/sign-in',
  id: 'signIn',
  scope: 'none',
  summary: 'Redeem the ticket of a sign-in link for its key, once',
  body: named('SignInRequest', z.object({ ticket: text(1, 64) })),
  response: named('SignIn', z.object({ key: z.string() })),
  errors: [400, 401, 413],
  async handle({ ports, now, body: { ticket } }) {
    const key = await ports.accounts.redeemSignInLink(ticket, now)
    if (key === null) throw new BrainError('invalid-key', 'The link was used already, or is older than ten minutes.')
    return { key }
  },
})

export const ownKeyRoute = defineRoute({
  method: 'get',
  path: '/brain/key',
  id: 'ownKey',
  scope: 'any',
  summary: 'What the key that is sent may do',
  response: named(
    'OwnKey',
    z.object({
      key_id: z.string(),
      scopes: z.array(oneOf(KEY_SCOPES)),
      personas: about(z.nullable(z.array(z.string())), 'The personas that it may see and write; null: all.'),
      plan: oneOf(PLANS),
    }),
  ),
  handle({ standing, bound }) {
    if (!standing) throw new BrainError('invalid-key', 'The API key is invalid or inactive.')
    const { keyId, plan, scopes = KEY_SCOPES } = standing
    return { key_id: keyId, scopes, personas: bound, plan }
  },
})

import { randomBase62, toBase62, toHex } from '../base62.ts'
import { type Region, regionLetter } from './region.ts'

/**
 * An API key is `brain_` and 32 base62 characters: 10 of the account's id, 12 of a random secret (71 bits), 10 of a tag (59 bits), an
 * HMAC over the two under the deployment's own secret. A made-up key is refused by its tag alone, without touching storage.
 */
const ID_LENGTH = 10
const SECRET_LENGTH = 12
const TAG_LENGTH = 10
const SHAPE = /^brain_([0-9A-Za-z]{10})([0-9A-Za-z]{12})([0-9A-Za-z]{10})$/

export interface IssuedKey {
  readonly key: string
  /** Hex SHA-256 of the key: the only form that is stored. */
  readonly hash: string
}

export interface VerifiedKey {
  readonly accountId: string
  readonly hash: string
}

const utf8 = new TextEncoder()

export const isAccountId = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text)

export const newAccountId = (region: Region): string => regionLetter(region) + randomBase62(ID_LENGTH - 1)

export const newKeyId = (): string => `key_${randomBase62(10)}`

export async function hashKey(key: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(key))))
}

/** Compares in a time that depends on the lengths alone. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = utf8.encode(a)
  const right = utf8.encode(b)
  let difference = left.length ^ right.length
  for (let i = 0; i < left.length; i++) difference |= left[i]! ^ (right[i] ?? 0)
  return difference === 0
}

/**
 * A ticket of a sign-in link is `link_` and 42 base62 characters: the account's id, 22 of a random secret (131 bits), a tag. It opens a key that
 * was sealed with it; the service keeps its hash alone.
 */
const TICKET_SECRET_LENGTH = 22
const TICKET_SHAPE = /^link_([0-9A-Za-z]{10})([0-9A-Za-z]{22})([0-9A-Za-z]{10})$/

export interface KeySigner {
  issue(accountId: string): Promise<IssuedKey>
  issueTicket(accountId: string): Promise<string>
  /** The account of a ticket that this deployment has issued. Says nothing of whether it was used. */
  accountOfTicket(ticket: string): Promise<string | null>
  /** null for everything that this deployment has not issued. Says nothing of revocation. */
  verify(key: string): Promise<VerifiedKey | null>
}

export function createKeySigner(deploymentSecret: string): KeySigner {
  const hmacKey = crypto.subtle.importKey(
    'raw',
    utf8.encode(deploymentSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const tagOf = async (body: string) =>
    toBase62(new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey, utf8.encode(body))), TAG_LENGTH)

  return {
    async issue(accountId) {
      const body = accountId + randomBase62(SECRET_LENGTH)
      const key = `brain_${body}${await tagOf(body)}`
      return { key, hash: await hashKey(key) }
    },
    async verify(key) {
      const match = SHAPE.exec(key)
      if (!match) return null
      const [, accountId, secret, tag] = match as unknown as [string, string, string, string]
      const [expected, hash] = await Promise.all([tagOf(accountId + secret), hashKey(key)])
      return equalInConstantTime(tag, expected) ? { accountId, hash } : null
    },
    async issueTicket(accountId) {
      const body = accountId + randomBase62(TICKET_SECRET_LENGTH)
      return `link_${body}${await tagOf(`link ${body}`)}`
    },
    async accountOfTicket(ticket) {
      const [, accountId, secret, tag] = TICKET_SHAPE.exec(ticket) ?? []
      if (accountId === undefined) return null
      return equalInConstantTime(tag!, await tagOf(`link ${accountId}${secret}`)) ? accountId : null
    },
  }
}

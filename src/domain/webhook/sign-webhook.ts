import { fromBase64, toBase64 } from '../base64.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

const utf8 = new TextEncoder()

export const newWebhookSecret = (): string => PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

/**
 * The headers of Standard Webhooks (standardwebhooks.com): an HMAC-SHA256 over id, time and body. While a secret is being replaced there is one
 * signature for each of the two, so that the receiver can change over when it likes.
 */
export async function signWebhook(
  secrets: readonly string[],
  { id, body, nowSeconds }: { readonly id: string; readonly body: string; readonly nowSeconds: number },
): Promise<Record<string, string>> {
  const content = utf8.encode(`${id}.${nowSeconds}.${body}`)
  const signatures = await Promise.all(secrets.map(async (secret) => `v1,${await hmac(secret, content)}`))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': signatures.join(' '),
  }
}

async function hmac(secret: string, content: BufferSource): Promise<string> {
  const bytes = fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))
}

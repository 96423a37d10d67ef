const utf8 = new TextEncoder()

/** Seals a key with a ticket, so that what is stored gives it back to nobody but who has the ticket. */
export async function sealKey(key: string, ticket: string): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherOf(ticket), utf8.encode(key))
  return new Blob([iv, sealed]).arrayBuffer()
}

export async function openSealedKey(sealed: ArrayBuffer, ticket: string): Promise<string> {
  const iv = sealed.slice(0, IV_BYTES)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await cipherOf(ticket), sealed.slice(IV_BYTES))
  return new TextDecoder().decode(opened)
}

const IV_BYTES = 12

/** Of another text than the hash that is stored, which must not open anything. */
async function cipherOf(ticket: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', utf8.encode(`sealed with ${ticket}`))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

import { type BrainClient, createClient } from '../../packages/client/src/client.ts'

const KEY = 'edge-brain.key'
const TOKEN = 'edge-brain.admin'

/** Who is signed in: with a key of an account, with the operator's token, or with both. Nothing is kept beyond the tab. */
export interface Session {
  readonly key: string | null
  readonly adminToken: string | null
}

export const loadSession = (): Session => ({
  key: sessionStorage.getItem(KEY),
  adminToken: sessionStorage.getItem(TOKEN),
})

export function saveSession({ key, adminToken }: Session): void {
  put(KEY, key)
  put(TOKEN, adminToken)
}

function put(name: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name)
  else sessionStorage.setItem(name, value)
}

export const clientOf = ({ key, adminToken }: Session): BrainClient =>
  createClient({
    url: location.origin,
    apiKey: key ?? undefined,
    adminToken: adminToken ?? undefined,
    maxRetryAfterMs: 5_000,
  })

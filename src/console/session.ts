import { AuthenticationError, type BrainClient, createClient, type OwnKey } from '../../packages/client/src/client.ts'

const NAME = 'edge-brain.session'

/** What the key that is signed in may do. */
export type Rights = Pick<OwnKey, 'scopes' | 'personas'>

/** Who is signed in: with a key of an account, with the operator's token, or with both. Nothing is kept beyond the tab. */
export interface Session {
  readonly key: string | null
  readonly rights: Rights
  readonly adminToken: string | null
}

export const NOBODY: Session = { key: null, rights: { scopes: [], personas: null }, adminToken: null }

export function loadSession(): Session {
  try {
    return { ...NOBODY, ...(JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<Session>) }
  } catch {
    return NOBODY
  }
}

export function saveSession(session: Session): void {
  if (session.key === null && session.adminToken === null) sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, JSON.stringify(session))
}

export const clientOf = ({ key, adminToken }: Pick<Session, 'key' | 'adminToken'>): BrainClient =>
  createClient({
    url: location.origin,
    apiKey: key ?? undefined,
    adminToken: adminToken ?? undefined,
    maxRetryAfterMs: 5_000,
  })

/** Asks the service what a key may do, which tells too whether it is one. */
export async function sessionOfKey(key: string): Promise<Session> {
  const { scopes, personas } = await clientOf({ key, adminToken: null }).ownKey()
  return { ...NOBODY, key, rights: { scopes, personas } }
}

export async function sessionOfOperator(adminToken: string): Promise<Session> {
  await clientOf({ key: null, adminToken }).admin.listAccounts({ limit: 1 })
  return { ...NOBODY, adminToken }
}

const TICKET_TRIES = 5
const TICKET_WAIT_MS = 3_000

/** The ticket of a link is good for one key, once: a service that is busy just then is asked again. */
export async function sessionOfTicket(ticket: string): Promise<Session> {
  const { key } = await clientOf(NOBODY).signIn({ ticket })
  for (let tries = 1; ; tries++) {
    try {
      return await sessionOfKey(key)
    } catch (error) {
      if (tries === TICKET_TRIES || error instanceof AuthenticationError) throw error
      await new Promise((resolve) => setTimeout(resolve, TICKET_WAIT_MS))
    }
  }
}

import type { Reply, ServiceClient } from '../service-client.ts'

/** How a crate may be found. */
interface CrateState {
  /** null: it was erased. */
  readonly text: string | null
  readonly invalidated: boolean
}

/** One memory that is told, edited, invalidated and erased while the runtime is killed. */
export interface Crate {
  readonly id: string
  /** What it carries as metadata, and is forgotten by. */
  readonly mark: string
  /** One, or two where nobody heard whether the last change was made. */
  allowed: readonly CrateState[]
}

export type Action = 'edit' | 'erase' | 'forget' | 'invalidate' | 'restore'

const customerOf = (text: string): string => /customer (\d+)/.exec(text)![1]!

const pathOf = ({ id }: Crate) => `/brain/memories/${id}`

/** What a change is asked for with, and how the crate is afterwards. */
function requestOf(crate: Crate, state: CrateState, action: Action): [CrateState, string, string, unknown?] {
  const path = pathOf(crate)
  switch (action) {
    case 'edit': {
      const customer = customerOf(state.text!)
      const text = state.text!.replace(customer, String(Number(customer) + 1_000_000))
      return [{ ...state, text }, 'PATCH', path, { text }]
    }
    case 'erase':
      return [{ text: null, invalidated: false }, 'DELETE', path]
    case 'forget':
      return [{ text: null, invalidated: false }, 'POST', '/brain/forget', { metadata: { mark: crate.mark } }]
    default:
      return [{ ...state, invalidated: action === 'invalidate' }, 'POST', `${path}/${action}`, { reason: 'a test' }]
  }
}

/** Changes a crate whose state is known. Whether the change was acknowledged. */
export async function changeCrate(client: ServiceClient, crate: Crate, action: Action): Promise<boolean> {
  const [before] = crate.allowed
  const [after, method, path, body] = requestOf(crate, before!, action)
  const reply = await client.ask(method, path, body).catch(() => null)
  const isDone = reply?.status === 200
  crate.allowed = isDone ? [after] : [before!, after]
  return isDone
}

interface Detail {
  readonly text: string
  readonly state: string
  readonly version: number
  readonly versions: readonly unknown[]
  readonly chunks: readonly { readonly text: string }[]
  readonly facts: readonly { readonly object: string }[]
}

/** What is wrong with a crate after a crash; null: nothing. Its state is known from then on. */
export async function checkCrate(client: ServiceClient, crate: Crate): Promise<'lost' | 'half' | 'returned' | null> {
  const reply = await client.ask('GET', pathOf(crate))
  const found = stateOf(reply)
  const wasErased = crate.allowed.every(({ text }) => text === null)
  const state = crate.allowed.find(
    ({ text, invalidated }) => text === found.text && (text === null || invalidated === found.invalidated),
  )
  if (!state) return wasErased ? 'returned' : found.text === null ? 'lost' : 'half'
  crate.allowed = [state]
  const marked = await client.ask('GET', `/brain/memories?metadata.mark=${crate.mark}`)
  const listed = (marked.body as { memories: { text: string }[] }).memories.map(({ text }) => text)
  if (state.text === null) return listed.length > 0 ? 'returned' : null
  return listed.join() === state.text && isWhole(reply.body as Detail) ? null : 'half'
}

const stateOf = ({ status, body }: Reply): CrateState =>
  status === 404
    ? { text: null, invalidated: false }
    : { text: (body as Detail).text, invalidated: (body as Detail).state === 'invalidated' }

/** Whether chunks, facts and versions are those of the text. */
function isWhole({ text, state, version, versions, chunks, facts }: Detail): boolean {
  if (versions.length !== version - 1) return false
  if (state === 'invalidated') return true
  const customer = customerOf(text)
  return chunks.map((chunk) => chunk.text).join() === text && facts.every(({ object }) => object.includes(customer))
}

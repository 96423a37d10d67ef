import { connect } from './connection.ts'
import { NotFoundError, PermissionError } from './errors.ts'
import { readLines } from './lines.ts'
import { createListing } from './listing.ts'
import type { Operation } from './operation.ts'
import { type AdminCalls, adminOperations, type MemoryCalls, memoryOperations } from './operations.ts'
import type { ClientOptions } from './options.ts'
import { type Given, prepare, readArguments } from './request.ts'
import { retry } from './retry.ts'

export * from './errors.ts'
export { type ImportInPartsOptions, importInParts, type LinesSource } from './import-in-parts.ts'
export type { Lines, LinesBody } from './lines.ts'
export type { Listing } from './listing.ts'
export type * from './operations.ts'
export type { CallOptions, ClientOptions } from './options.ts'

/** The memory of an account; `admin` is for whoever operates the service. */
export type BrainClient = MemoryCalls & { readonly admin: AdminCalls }

/** A client of one service. It holds no connection: make one where you need it, or one for all. */
export function createClient(options: ClientOptions): BrainClient {
  const memory = callsOf(options, options.apiKey, memoryOperations)
  return { ...memory, admin: callsOf(options, options.adminToken, adminOperations) } as unknown as BrainClient
}

const callsOf = (client: ClientOptions, token: string | undefined, operations: Readonly<Record<string, Operation>>) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (...given: unknown[]) => call(client, token, operation, readArguments(operation, given)),
    ]),
  )

/** What these answer is the memory as it is then. */
const CHANGES_MEMORY = /^(?:PATCH|POST) \/brain\/memories\/\{id\}/

function call(client: ClientOptions, token: string | undefined, operation: Operation, given: Given): unknown {
  const { maxRetries = client.maxRetries ?? 2, maxRetryAfterMs = client.maxRetryAfterMs ?? 60_000 } = given.options
  const { signal } = given.options
  const rules = {
    ...{ maxRetries, maxRetryAfterMs, signal },
    isRepeatable: operation.once === true || operation.reads === true,
  }

  async function ask(query: Given['query']): Promise<unknown> {
    const prepared = await prepare(client, token, operation, { ...given, query })
    return retry(rules, async () => {
      const { response, within, leftMs, close } = await connect(prepared)
      try {
        const read = (): Promise<unknown> => (operation.answer === 'text' ? response.text() : response.json())
        const answer = await within(read, leftMs())
        return response.headers.has('idempotent-replayed') ? await whole(answer) : answer
      } finally {
        close()
      }
    })
  }

  /** An answer that is given again has no texts, since those may be erased by now: what is a memory is looked up. */
  async function whole(answer: unknown): Promise<unknown> {
    if (!CHANGES_MEMORY.test(operation.call)) return answer
    const [, path] = /^(\/brain\/memories\/[^/]+)/.exec(given.path)!
    const { signal, timeoutMs, headers } = given.options
    const options = { signal, timeoutMs, headers }
    const found = call(client, token, memoryOperations.getMemory!, { path: path!, body: undefined, query: {}, options })
    try {
      return await found
    } catch (error) {
      // The change itself was made: erased since, or by a key that may not read.
      if (error instanceof NotFoundError || error instanceof PermissionError) return answer
      throw error
    }
  }

  async function* askLines(): AsyncGenerator<unknown> {
    const prepared = await prepare(client, token, operation, given)
    yield* readLines(await retry(rules, () => connect(prepared)))
  }

  if (operation.answer === 'lines') return askLines()
  if (operation.list === undefined) return ask(given.query)
  return createListing(operation.list, (cursor) => ask(cursor === undefined ? given.query : { ...given.query, cursor }))
}

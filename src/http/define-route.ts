import type * as z from 'zod/mini'
import type { KeyScope } from '../domain/account/key-scope.ts'
import type { Bound } from '../domain/account/persona.ts'
import type { Plan } from '../domain/account/plan.ts'
import type { Standing } from '../ports/accounts.ts'
import type { Author } from '../ports/journal.ts'
import type { Ports } from '../ports/ports.ts'
import type { Later } from '../runtime/later.ts'
import type { Trace } from '../runtime/trace.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined

/** What a schema makes of what was sent. */
type Output<S> = S extends Schema ? z.output<S> : undefined

/** A body of an answer may be made of readonly parts. */
type Answer<T> = T extends readonly (infer Item)[]
  ? readonly Answer<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Answer<T[Field]> }
    : T

/** What a key must be allowed to do for the call; `any` key will do, `operator` needs the operator's token, `none` nothing at all. */
export type Scope = KeyScope | 'any' | 'operator' | 'none'

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** What a handler works with, typed by the declaration of its route. */
export interface Call<Params, Query, Body, Prefetched = undefined> {
  readonly ports: Ports
  readonly trace: Trace
  readonly now: number
  /** Whose key it is; what it remembers is in the namespace of that name. Empty where no key is asked for. */
  readonly account: string
  /** The personas that the key is bound to: nothing else may be seen or written. */
  readonly bound: Bound
  /** Names a change to the store that must happen once. */
  readonly once: string | null
  /**
   * Names what is counted of such a change while it is made in parts, each of which is paid for: another name where the change is paid for anew.
   * `isTakenOver`: an earlier request broke off, and some may be counted.
   */
  readonly tally: { readonly name: string; readonly isTakenOver: boolean } | null
  /** The versions of which the caller wants to change one, as `If-Match` names them; null: whichever it is. */
  readonly ifMatch: readonly number[] | null
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly prefetched: Prefetched
  readonly requestId: string
  /** How the key stands, once it was let in. */
  readonly standing: Standing | null
  /** Whom the audit trail names for an action. */
  readonly by: (action: string) => Author
  readonly later: Later
  /** Where the caller is, as far as the platform tells. */
  readonly place: { readonly continent?: string; readonly longitude?: string }
  /** Gives back operations that were spent for nothing. */
  refund(ops: number): void
  /** These operations stay spent, whatever is answered in the end: what they paid for is stored. */
  keepSpent(ops: number): void
}

/**
 * One route, declared once: the router, the validation, the gate, the 405s, the reference and the typed client are all made of this.
 * `defineRoute` infers the types of its handler from the schemas.
 */
export interface Route<
  M extends Method = Method,
  Path extends string = string,
  Params extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Body extends MaybeSchema = MaybeSchema,
  Response extends Schema = Schema,
  Status extends 200 | 201 = 200 | 201,
  Former extends string = string,
  Prefetched = unknown,
> {
  readonly method: M
  /** As Hono writes it: `/admin/accounts/:account`. */
  readonly path: Path
  /** What the route was called before. It still works, and the reference marks it as deprecated. */
  readonly formerly?: { readonly path: Former; readonly id: string }
  readonly id: string
  readonly scope: Scope
  /** It reaches every persona, so that no key may that is bound to some. */
  readonly wholeAccount?: boolean
  /** Operations that a call costs, or each item of a batch; free unless said otherwise. */
  readonly cost?: number
  /** Where that depends on what is asked for: what a call costs, and how the reference says so. */
  costOf?(input: { readonly query: Output<Query>; readonly body: Output<Body> }): number
  readonly price?: string
  /** The lowest plan that has it. */
  readonly plan?: Plan
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The body may be left out: every field has a default. */
  readonly bodyMayBeMissing?: boolean
  /**
   * A field or parameter that is not known is refused, not ignored: without it the call would do more than was meant. Parameters are refused
   * wherever something is erased.
   */
  readonly refusesIgnored?: boolean
  /** It changes one version of something, which `If-Match` may name. */
  readonly versioned?: boolean
  /** Where the body is a file and no JSON object: its media types, and what makes of its text what the handler gets. */
  readonly bodyTypes?: readonly string[]
  readBody?(text: string, query: Output<Query>): { readonly value: Output<Body> } | { readonly problem: string }
  readonly response: Response
  /** The version that the answer shows, for the header ETag. */
  versionOf?(answer: z.output<Response>): number
  /** Of an answer that is a text; JSON unless said. */
  readonly contentType?: string
  /** What success answers with; 200 unless said otherwise. */
  readonly status?: Status
  readonly summary: string
  readonly description?: string
  readonly example?: unknown
  /** Statuses besides those that all routes of its kind share. */
  readonly errors?: readonly number[]
  /** The field of the body that is a batch: the plan limits its items, and each is paid for. */
  readonly items?: string
  /** Whether this deployment can only answer that it cannot, which costs nothing. */
  isFree?(ports: Ports): boolean
  /** Work that does not need the caller's standing: it runs beside the admission, and is thrown away if that refuses. */
  prefetch?(call: Call<Output<Params>, Output<Query>, Output<Body>>): Promise<Prefetched>
  /** Whether that is so much work that it waits for the admission: what is refused must cost nothing. */
  prefetchesLate?(body: Output<Body>): boolean
  handle(
    call: Call<Output<Params>, Output<Query>, Output<Body>, Promise<Prefetched>>,
  ): Answer<z.output<Response>> | Promise<Answer<z.output<Response>>>
}

export const defineRoute = <
  const M extends Method,
  const Path extends string,
  Response extends Schema,
  Params extends MaybeSchema = undefined,
  Query extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
  const Status extends 200 | 201 = 200,
  const Former extends string = never,
  Prefetched = undefined,
>(
  route: Route<M, Path, Params, Query, Body, Response, Status, Former, Prefetched>,
) => route

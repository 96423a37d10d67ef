import type * as z from 'zod/mini'
import type { Method, Route } from './define-route.ts'

/** Of a schema what a client sends: as it is in a body, as text in a query string. */
type Json<S> = S extends z.ZodMiniType ? { json: z.input<S> } : unknown
type Query<S> = S extends z.ZodMiniType ? { query: { [Name in keyof z.input<S>]: string } } : unknown
type Params<S> = S extends z.ZodMiniType ? { param: { [Name in keyof z.input<S>]: string } } : unknown

type EndpointOf<R> =
  R extends Route<Method, string, infer P, infer Q, infer B, infer Response, infer Status>
    ? {
        input: Json<B> & Query<Q> & Params<P>
        output: z.output<Response>
        outputFormat: z.output<Response> extends string ? 'text' : 'json'
        status: Status
      }
    : never

type PathsOf<R> =
  R extends Route<infer M, infer Path, infer _P, infer _Q, infer _B, infer _R, infer _S, infer Former>
    ? { [At in Path | Former]: { [Name in `$${M}`]: EndpointOf<R> } }
    : never

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The routes as Hono's typed client reads them. */
export type ClientSchema<Routes extends readonly unknown[]> = Intersection<PathsOf<Routes[number]>>

import * as z from 'zod/mini'
import { personasInSight } from '../../domain/account/persona.ts'
import { asOfParam } from '../as-of.ts'
import { cursorParams, fromCursor, toCursor } from '../cursor.ts'
import { defineRoute } from '../define-route.ts'
import { about, named, text } from '../fields.ts'
import { entityParam, personaParam, stateParam } from '../record-filter.ts'
import { timeParam, timeParamToMs } from '../time-param.ts'
import { knownFact, toKnownFact } from './known-fact.ts'

export const factsRoute = defineRoute({
  method: 'get',
  path: '/brain/facts',
  id: 'listFacts',
  scope: 'read',
  summary: 'List the facts that were read, newest first, with who states them',
  query: z.object({
    entity: entityParam(),
    relation: about(
      z.optional(text(1, 256)),
      'The relation as it was written ("lives in") or as it is called (lives_in).',
    ),
    persona: personaParam(),
    state: stateParam(),
    date_since: about(z.optional(timeParam()), 'Names a date that is not over before this time.'),
    date_until: about(z.optional(timeParam()), 'Names a date that begins before this time.'),
    as_of: asOfParam(),
    ...cursorParams,
  }),
  response: named('FactList', z.object({ facts: z.array(knownFact), next_cursor: z.nullable(z.string()) })),
  async handle({ ports, account, bound, now, query }) {
    const { facts, next } = await ports.records.listFacts(account, {
      before: fromCursor(account, query.cursor),
      limit: query.limit,
      personas: personasInSight(query.persona ?? null, bound),
      asSaid: bound !== null,
      entity: query.entity ?? null,
      relation: query.relation ?? null,
      state: query.state ?? null,
      asOf: timeParamToMs(query.as_of),
      dateSince: timeParamToMs(query.date_since),
      dateUntil: timeParamToMs(query.date_until),
    })
    const shown = { namespace: account, now, halfLifeDays: ports.config.decayHalfLifeDays }
    return { facts: facts.map((fact) => toKnownFact(shown, fact)), next_cursor: toCursor(account, next) }
  },
})

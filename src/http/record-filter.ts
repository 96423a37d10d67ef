import * as z from 'zod/mini'
import { type Bound, personasInSight } from '../domain/account/persona.ts'
import { wordsOf } from '../domain/ranking/words.ts'
import { SOURCES } from '../domain/statement/source.ts'
import type { MemoryFilter, RecordFilter } from '../ports/memory-records.ts'
import { isJson } from '../runtime/is-json.ts'
import { about, metadata, named, oneOf, orNull, persona, sessionId, text } from './fields.ts'
import { toMs } from './occurred-at.ts'
import { timeField, timeParam, timeParamToMs } from './time-param.ts'

const STATES = ['current', 'superseded', 'invalidated'] as const

export const personaParam = () =>
  about(z.optional(persona()), 'Of this persona and of `shared`; of every persona that the key may see, unless given.')
export const entityParam = () => about(z.optional(text(1, 1024)), 'The name of somebody or something that it is about.')
export const stateParam = () =>
  about(
    z.optional(oneOf(STATES)),
    '`superseded` is what something newer or better sourced replaced, `invalidated` what somebody took out of retrieval.',
  )

const WORDS_RULE = 'must have a word'

/** The filters of lists, as a query string has them. */
export const recordFilterParams = {
  persona: personaParam(),
  session_id: about(z.optional(sessionId()), 'Said in this session.'),
  source: about(z.optional(oneOf(SOURCES)), 'Said by it.'),
  entity: entityParam(),
  since: about(z.optional(timeParam()), 'Said at this time or later, by `occurred_at`.'),
  until: about(z.optional(timeParam()), 'Said before this time, by `occurred_at`.'),
  state: stateParam(),
  q: about(
    z.optional(text(1, 1024).check(z.refine((given) => wordsOf(given).length > 0, WORDS_RULE))),
    'Has all of these words.',
  ),
}

const METADATA = 'metadata.'

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** `metadata.KEY=VALUE`: true, false, null and numbers are these or the text that reads so. What stands in quotes, as JSON has them, is a text, without them or with. */
function jsonsOf(value: string): string[] {
  const asText = JSON.stringify(value)
  if (SCALAR.test(value)) {
    const scalar: unknown = JSON.parse(value)
    return scalar === Number.POSITIVE_INFINITY || scalar === Number.NEGATIVE_INFINITY
      ? [asText]
      : [JSON.stringify(scalar), asText]
  }
  return value.startsWith('"') && isJson(value) ? [JSON.stringify(JSON.parse(value)), asText] : [asText]
}

type Given = z.output<z.ZodMiniObject<typeof recordFilterParams>>

export const toRecordFilter = (given: Given, bound: Bound): RecordFilter => ({
  personas: personasInSight(given.persona ?? null, bound),
  sessionId: given.session_id ?? null,
  source: given.source ?? null,
  entity: given.entity ?? null,
  since: timeParamToMs(given.since),
  until: timeParamToMs(given.until),
  metadata: Object.entries(given as Record<string, unknown>).flatMap(([key, value]) =>
    key.startsWith(METADATA) ? [[key.slice(METADATA.length), ...jsonsOf(String(value))] as const] : [],
  ),
  words: given.q === undefined ? [] : [...new Set(wordsOf(given.q))],
  state: given.state ?? null,
})

const MOST_FIELDS = 32

export const pairs = () => {
  const rule = `must be an object of at most ${MOST_FIELDS} fields and 16 KB`
  return metadata().check(z.refine((given) => Object.keys(given).length <= MOST_FIELDS, rule))
}

/** The filters of a search, as a body has them. */
export const searchFilter = () =>
  about(
    orNull(
      named(
        'SearchFilter',
        z.object(
          {
            persona: about(
              orNull(persona()),
              'Of this persona and of `shared`, within what `persona` of the request lets see.',
            ),
            session_id: about(orNull(sessionId()), 'Said in this session.'),
            source: about(orNull(oneOf(SOURCES)), 'Said by it.'),
            entity: about(orNull(text(1, 1024)), 'The name of somebody or something that it is about.'),
            since: about(orNull(timeField()), 'Said at this time or later, by `occurred_at`.'),
            until: about(orNull(timeField()), 'Said before this time, by `occurred_at`.'),
            metadata: about(orNull(pairs()), 'All of these fields are equal in the metadata of the memory.'),
          },
          'must be an object of filters',
        ),
      ),
    ),
    'What may be returned, decided before candidates are chosen. A fact passes if one memory that states it passes; which fact of a slot holds is decided among all that the key may see.',
  )

type SearchFilter = z.output<ReturnType<typeof searchFilter>>

export function toMemoryFilter(given: SearchFilter, bound: Bound): MemoryFilter | null {
  if (given === null) return null
  const { metadata, ...fields } = given
  const isAny = Object.values(fields).every((field) => field === null)
  return isAny && Object.keys(metadata ?? {}).length === 0 ? null : filterOf(given, bound)
}

/** The conditions as a store takes them. */
export function filterOf(given: NonNullable<SearchFilter>, bound: Bound): MemoryFilter {
  const { persona, session_id, source, entity, since, until, metadata } = given
  return {
    personas: personasInSight(persona, bound),
    asSaid: bound !== null,
    sessionId: session_id,
    ...{ source, entity },
    since: since === null ? null : toMs(since),
    until: until === null ? null : toMs(until),
    metadata: Object.entries(metadata ?? {}).map(([key, value]) => [key, JSON.stringify(value)] as const),
  }
}

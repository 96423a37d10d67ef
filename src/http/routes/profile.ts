import * as z from 'zod/mini'
import { personasInSight, personaToWrite } from '../../domain/account/persona.ts'
import { toRecordId } from '../../domain/record-id.ts'
import { formatProfile } from '../../pipelines/profile/format-profile.ts'
import { asOfParam } from '../as-of.ts'
import { defineRoute } from '../define-route.ts'
import { about, integerParam, named, persona, text } from '../fields.ts'
import { timeParamToMs } from '../time-param.ts'
import { knownFact, toKnownFact } from './known-fact.ts'

const MAX_TOKENS = { least: 50, usual: 500, most: 4000 }

export const profileRoute = defineRoute({
  method: 'get',
  path: '/brain/profile',
  id: 'profile',
  scope: 'read',
  cost: 1,
  summary: 'What is known of somebody, the stable first, then the recent',
  description:
    'What lasts and is well sourced, then what was told lately, as facts and as Markdown for a prompt. Nothing that was replaced, nothing twice, and no language model. What a later text may have ended is not told as what holds.',
  query: z.object({
    entity: about(z.optional(text(1, 1024)), 'Of whom or what, by a name; the user unless given.'),
    persona: about(
      z.optional(persona()),
      'Known to this persona and to `shared`. Unless given, the user is that of `shared` (of a bound key: of its first persona), and another is looked for in every persona that the key may see.',
    ),
    max_tokens: about(
      z._default(integerParam(MAX_TOKENS.least, MAX_TOKENS.most), MAX_TOKENS.usual),
      'How long the Markdown may be, as tokens are estimated.',
    ),
    as_of: asOfParam(),
  }),
  response: named(
    'Profile',
    z.object({
      entity: about(
        z.nullable(z.object({ name: z.string(), kind: z.string(), aliases: z.array(z.string()) })),
        'null: nobody of that name is known.',
      ),
      others: about(z.array(z.string()), 'Names of others that the name may mean.'),
      markdown: z.string(),
      tokens: about(z.int(), 'Of the Markdown, estimated.'),
      stable: z.array(knownFact),
      recent: z.array(knownFact),
      texts: about(
        z.array(z.object({ memory_id: z.string(), text: z.string(), source: z.string(), occurred_at: z.number() })),
        'The newest of which no fact was made.',
      ),
    }),
  ),
  async handle({ ports, trace, account, bound, now, query }) {
    const entity = query.entity ?? null
    const personas = personasInSight(
      query.persona ?? (entity === null ? personaToWrite(undefined, bound) : null),
      bound,
    )
    const asked = { entity, personas, asSaid: bound !== null, asOf: timeParamToMs(query.as_of) }
    const profile = await trace.step('profile', () => ports.records.profile(account, asked))
    const { markdown, tokens, stable, recent, texts } = formatProfile(profile, query.max_tokens)
    const shown = { namespace: account, now, halfLifeDays: ports.config.decayHalfLifeDays }
    return {
      ...{ entity: profile.entity, others: profile.others, markdown, tokens },
      stable: stable.map((fact) => toKnownFact(shown, fact)),
      recent: recent.map((fact) => toKnownFact(shown, fact)),
      texts: texts.map(({ id, text, source, occurredAt }) => ({
        ...{ memory_id: toRecordId(account, id), text, source, occurred_at: occurredAt / 1000 },
      })),
    }
  },
})

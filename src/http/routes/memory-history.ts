import * as z from 'zod/mini'
import { ownReasons } from '../../domain/account/own-reasons.ts'
import type { Bound } from '../../domain/account/persona.ts'
import type { History } from '../../ports/memory-revisions.ts'
import { about } from '../fields.ts'

/** What became of a memory, as it is shown. */
export const historyFields = {
  versions: about(
    z.array(
      z.object({
        version: z.int(),
        text: z.string(),
        persona: z.string(),
        metadata: z.nullable(z.record(z.string(), z.unknown())),
        occurred_at: z.number(),
        replaced_at: z.number(),
      }),
    ),
    'The versions that were replaced, newest first.',
  ),
  changes: about(
    z.array(z.object({ at: z.number(), state: z.string(), reason: z.nullable(z.string()) })),
    'When it was invalidated and restored, newest first.',
  ),
}

const isOf =
  (bound: Bound) =>
  ({ persona }: { readonly persona: string }): boolean =>
    bound === null || bound.includes(persona)

/** Versions of other personas than those of the key are not its own. */
export const toHistory = ({ versions, changes }: History, bound: Bound) => ({
  versions: versions
    .filter(isOf(bound))
    .sort((a, b) => b.version - a.version)
    .map(({ version, text, persona, metadata, occurredAt, replacedAt }) => ({
      ...{ version, text, persona },
      metadata: metadata as Record<string, unknown> | null,
      occurred_at: occurredAt / 1000,
      replaced_at: replacedAt / 1000,
    })),
  changes: ownReasons(changes, versions, isOf(bound))
    .toSorted((a, b) => b.at - a.at)
    .map(({ at, state, reason }) => ({ at: at / 1000, state, reason })),
})

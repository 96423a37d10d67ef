import { VERSIONS_CHARACTERS, versionsInLine } from '../../../memory/portable/export-place.ts'
import type { FormerVersion } from '../../../memory/portable/to-portable.ts'
import type { PortableVersion } from '../../../ports/portable.ts'
import type { Transaction } from './connection.ts'

type Known = Pick<PortableVersion, 'version' | 'persona' | 'replacedAt'> & {
  readonly memory: number
  readonly size: number
}

/** What memories were before, as far as a line of an export has it. */
export interface FormerVersions {
  /** Oldest first. */
  inLine(memory: number, atLeast: 0 | 1): ReturnType<typeof versionsInLine<FormerVersion>>
  /** Of all of them. */
  replacedOf(memory: number): readonly Pick<PortableVersion, 'persona' | 'replacedAt'>[]
}

/** `after`: only versions after this one. Texts are read no further than a line may need: a memory may have been changed a thousand times. */
export async function formerVersions(
  tx: Transaction,
  ns: string,
  memories: readonly number[],
  after = 0,
): Promise<FormerVersions> {
  const known = await tx.run<Known>(
    `MATCH (v:Version { namespace: $ns }) WHERE v.memory IN $given.memories AND v.version > $after
     RETURN v.memory AS memory, v.version AS version, v.persona AS persona, v.replacedAt AS replacedAt,
       size(v.text) + coalesce(size(v.metadata), 0) AS size ORDER BY memory, version`,
    { ns, memories, after },
  )
  const byMemory = Map.groupBy(known, ({ memory }) => memory)
  const wanted = Array.from(byMemory, ([memory, versions]) => ({ memory, upTo: lastThatMatters(versions) }))
  const read = await tx.run<FormerVersion & { readonly memory: number }>(
    `UNWIND $given.wanted AS w MATCH (v:Version { namespace: $ns, memory: w.memory }) WHERE v.version > $after AND v.version <= w.upTo
     RETURN v.memory AS memory, v.version AS version, v.text AS text, v.metadata AS metadata, v.occurredAt AS occurredAt,
       v.offsetMs AS offsetMs, v.replacedAt AS replacedAt, v.persona AS persona ORDER BY memory, version`,
    { ns, wanted, after },
  )
  const texts = Map.groupBy(read, ({ memory }) => memory)
  return {
    inLine: (memory, atLeast) => versionsInLine(texts.get(memory) ?? [], atLeast),
    replacedOf: (memory) => byMemory.get(memory) ?? [],
  }
}

/** The graph counts no more characters than we do: what fits by its count, and two beyond that, is enough to tell where a line ends. */
function lastThatMatters(versions: readonly Known[]): number {
  let room = VERSIONS_CHARACTERS
  const end = versions.findIndex(({ size }) => {
    room -= size
    return room < 0
  })
  return versions.at(end < 0 ? -1 : Math.min(end + 1, versions.length - 1))!.version
}

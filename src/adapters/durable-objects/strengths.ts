import { strengthRanges, toStrengths } from '../../memory/strengths.ts'
import type { MemoryRecords, Strengths } from '../../ports/memory-records.ts'
import type { VaultTables } from './vault-tables.ts'

/** Reads the index of strengths alone. */
export function countStrengths(tables: VaultTables, request: Parameters<MemoryRecords['strengths']>[1]): Strengths {
  const { personas, tenths, due } = strengthRanges(request)
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  const of = (table: 'chunks' | 'facts') => ({
    tenths: tables.faded.bins(table, tenths, scopes),
    due: tables.faded.bins(table, due, scopes),
  })
  return toStrengths(
    { chunks: of('chunks'), facts: of('facts'), consolidatedAt: tables.meta.number('consolidated at') },
    request,
  )
}

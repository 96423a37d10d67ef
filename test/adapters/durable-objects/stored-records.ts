import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Evidence, MemoryRecord } from '../../../src/memory/records.ts'
import type { StoredRecords } from '../../contracts/records.contract.ts'

/** What a vault keeps of who said what, as it stands on disk. */
export const storedRecords = (namespace: string): Promise<StoredRecords> =>
  runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => ({
    memories: sql
      .exec('SELECT * FROM memories ORDER BY id')
      .toArray()
      .map(({ occurred_at, created_at, stated, persona: _, ...row }) => ({
        ...(row as unknown as MemoryRecord),
        occurredAt: occurred_at as number,
        createdAt: created_at as number,
        stated: JSON.parse(stated as string),
      })),
    evidence: sql
      .exec('SELECT target, memory FROM evidence ORDER BY target, memory')
      .toArray() as unknown as Evidence[],
  }))

import type { StrengthRanges } from '../../../memory/strengths.ts'
import { inSight } from './in-sight.ts'
import type { Operation } from './operation.ts'

const CHUNKS = `UNWIND $given.ranges AS range
  MATCH (c:Chunk { namespace: $ns, level: range.level })
  WHERE c.lastAccess >= range.from AND c.lastAccess < range.before AND c.doomed IS NULL AND ${inSight('c')}
  RETURN range.bin AS bin, count(c) AS n`
/** An abstraction stands for all that was merged into it. */
const FACTS = `UNWIND $given.ranges AS range
  MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.level = range.level
    AND r.lastAccess >= range.from AND r.lastAccess < range.before AND r.abstraction IS NULL AND ${inSight('r')}
  RETURN range.bin AS bin, sum(CASE WHEN r.members > 0 THEN r.members ELSE 1 END) AS n`

export const strengths: Operation<'strengths'> = async (tx, ns, { personas, tenths, due }) => {
  const bins = (query: string, ranges: StrengthRanges['tenths']) =>
    tx.run<{ bin: number; n: number }>(query, { ns, personas, ranges })
  const [[state], ...[chunkTenths, chunksDue, factTenths, factsDue]] = await Promise.all([
    tx.run<{ at: number | null }>('MATCH (n:Namespace { id: $ns }) RETURN n.consolidatedAt AS at', { ns }),
    ...[bins(CHUNKS, tenths), bins(CHUNKS, due), bins(FACTS, tenths), bins(FACTS, due)],
  ] as const)
  return {
    chunks: { tenths: chunkTenths, due: chunksDue },
    facts: { tenths: factTenths, due: factsDue },
    consolidatedAt: state?.at ?? null,
  }
}

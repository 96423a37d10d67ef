import { DAY_MS } from '../../../runtime/duration.ts'
import type { Transaction } from './connection.ts'
import type { Operation } from './operation.ts'

/** Longer than the account knows of the change, so that a late retry finds it here. */
const KEPT_MS = 2 * DAY_MS
const SWEPT_AT_ONCE = 8

/** What came of a change that must happen once, as JSON; null: it has not happened. */
export const outcome: Operation<'outcome'> = async (tx, ns, once) => {
  const [row] = await tx.run<{ result: string }>(
    'MATCH (o:Outcome { namespace: $ns, once: $once }) RETURN o.result AS result',
    { ns, once },
  )
  return row?.result ?? null
}

/** In the transaction of the change. Each takes some of the oldest with it. */
export async function keepOutcome(tx: Transaction, ns: string, once: string, result: string): Promise<void> {
  await Promise.all([
    tx.run('MERGE (o:Outcome { namespace: $ns, once: $once }) ON CREATE SET o.at = timestamp(), o.result = $result', {
      ns,
      once,
      result,
    }),
    sweep(tx, ns),
  ])
}

/** Adds to a sum, in the transaction of what is counted. */
export async function addToTally(tx: Transaction, ns: string, { name, count }: { name: string; count: number }) {
  await Promise.all([
    tx.run(
      `MERGE (o:Outcome { namespace: $ns, once: $name }) ON CREATE SET o.at = timestamp(), o.result = toString(toInteger($count))
       ON MATCH SET o.result = toString(toInteger(o.result) + toInteger($count))`,
      { ns, name, count },
    ),
    sweep(tx, ns),
  ])
}

const sweep = (tx: Transaction, ns: string) =>
  tx.run(
    `MATCH (o:Outcome { namespace: $ns }) WHERE o.at < timestamp() - ${KEPT_MS} WITH o LIMIT ${SWEPT_AT_ONCE} DELETE o`,
    { ns },
  )

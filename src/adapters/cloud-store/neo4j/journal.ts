import { type AuditQuery, JOURNAL, type JournalEntry } from '../../../ports/journal.ts'
import { DAY_MS } from '../../../runtime/duration.ts'
import type { Noted } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { LOCK } from './known.ts'
import type { Operation } from './operation.ts'

/** So many entries between two looks at the oldest, and so many of those go at a time. */
const TIDY_EVERY = 64
const TIDY_NODES = 256

/** Notes a change in its transaction, under the lock that it has on the namespace; `number` counts the entries without a gap. */
export async function note(tx: Transaction, ns: string, { by, now, counts, changed }: Noted): Promise<void> {
  const [row] = await tx.run<{ number: number }>(
    `MATCH (n:Namespace { id: $ns })
     SET n.journalId = CASE WHEN coalesce(n.journalId, 0) < $now THEN $now ELSE n.journalId + 1 END,
       n.journalNumber = coalesce(n.journalNumber, 0) + 1
     CREATE (j:Journal { namespace: $ns, id: n.journalId, number: n.journalNumber, at: $now, key: $key, action: $action,
       counts: $counts, changed: $changed }) SET j.request = $request
     RETURN n.journalNumber AS number`,
    {
      ...{ ns, now, key: by.key, action: by.action, request: by.requestId },
      ...{ counts: JSON.stringify(counts), changed: JSON.stringify(changed) },
    },
  )
  if (row && row.number % TIDY_EVERY === 0) await tidy(tx, ns, now, row.number)
}

export async function tidy(tx: Transaction, ns: string, now: number, number: number): Promise<void> {
  await tx.run(
    `MATCH (j:Journal { namespace: $ns }) WHERE j.id > 0 WITH j ORDER BY j.namespace, j.id LIMIT ${TIDY_NODES}
     WITH j WHERE j.id < $before OR j.number <= $upTo DELETE j`,
    { ns, before: now - JOURNAL.days * DAY_MS, upTo: number - JOURNAL.entries },
  )
}

type Stored = Omit<JournalEntry, 'requestId' | 'counts' | 'changed'> & {
  request: string | null
  counts: string
  changed: string
}

const ENTRY =
  'j.id AS id, j.at AS at, j.key AS key, j.action AS action, j.request AS request, j.counts AS counts, j.changed AS changed'

const toEntry = ({ request, counts, changed, ...row }: Stored): JournalEntry => ({
  ...{ ...row, requestId: request, counts: JSON.parse(counts), changed: JSON.parse(changed) },
})

export const journal: Operation<'journal'> = async (tx, ns, query: AuditQuery) => {
  const { since, until } = query
  const rows = await tx.run<Stored>(
    `MATCH (j:Journal { namespace: $ns }) WHERE j.id < $before AND j.at >= $since AND j.at < $until AND ($action IS NULL OR j.action = $action)
     RETURN ${ENTRY} ORDER BY j.namespace DESC, j.id DESC LIMIT toInteger($limit)`,
    { ns, ...query, since: since ?? 0, until: until ?? Number.MAX_SAFE_INTEGER },
  )
  return rows.map(toEntry)
}

export const journalAfter: Operation<'journalAfter'> = async (tx, ns, after, limit) => {
  const rows = await tx.run<Stored>(
    `MATCH (j:Journal { namespace: $ns }) WHERE j.id > $after RETURN ${ENTRY} ORDER BY j.namespace, j.id LIMIT toInteger($limit)`,
    { ns, after, limit },
  )
  return rows.map(toEntry)
}

export const watch: Operation<'watch'> = async (tx, ns, { watched, ...noted }) => {
  const [state] = await tx.run<{ erased: boolean }>(LOCK, { ns })
  if (state?.erased) return
  await tx.run('MATCH (n:Namespace { id: $ns }) SET n.watched = $watched', { ns, watched: watched || null })
  await note(tx, ns, noted)
}

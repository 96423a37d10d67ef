import type { Erased, Receipt } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'

export type Scope = Receipt['scope']

const NOTHING: Erased = {
  ...{ memories: 0, chunks: 0, facts: 0, entities: 0, abstractions: 0, versions: 0, sessions: 0 },
}

let lastId = 0

/** About the time, so that receipts are in order, and each one's own. */
export function newReceipt(now: number, scope: Scope): Receipt {
  lastId = Math.max(lastId + 1, now * 1000 + Math.floor(Math.random() * 1000))
  return { id: lastId, at: now, scope, erased: NOTHING, remaining: 0 }
}

/** With what one more call erased at a time. */
export const withErased = (receipt: Receipt, at: number, erased: Erased, remaining: number): Receipt => ({
  ...receipt,
  at,
  erased: Object.fromEntries(
    Object.entries(receipt.erased).map(([kind, count]) => [kind, count + erased[kind as keyof Erased]]),
  ) as unknown as Erased,
  remaining,
})

/** So many are looked through for one of the same scope. */
const LOOKED_THROUGH = 50

/** The newest receipt of the very scope; null where there is none among the last ones. */
export async function lastReceiptOf(
  { revisions }: Pick<Ports, 'revisions'>,
  namespace: string,
  scope: Scope,
): Promise<Receipt | null> {
  const { receipts } = await revisions.receipts(namespace, { before: null, limit: LOOKED_THROUGH })
  const wanted = JSON.stringify(scope)
  return receipts.find((receipt) => JSON.stringify(receipt.scope) === wanted) ?? null
}

import { PLANS, planLimits } from '../domain/account/plan.ts'
import type { Route } from './define-route.ts'

/** What the reference says of a route's price; null for the operator, who pays nothing. */
export function priceOf({ scope, cost = 0, price: stated, plan, items }: Route): string | null {
  if (scope === 'operator') return null
  if (scope === 'none') return 'free, no key'
  const price = stated ?? (cost === 0 ? 'free' : `${cost} operation${cost === 1 ? '' : 's'}${items ? ' an item' : ''}`)
  return plan ? `${price}; plan ${plan} or above` : price
}

/** How many items a batch may have: "At most 5 on plan free, 20 on starter, …". */
export function batchLimits(): string {
  const plans = Map.groupBy(PLANS, (plan) => planLimits[plan].itemsPerBatch)
  const limits = [...plans].map(([items, names]) => `${items} on ${names.join(' and ')}`)
  return `At most ${limits.join(', ').replace('on ', 'on plan ')}.`
}

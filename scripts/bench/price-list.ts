/**
 * What Cloudflare charges on the Workers Paid plan beyond what the plan includes, in dollars. Read in November 2026 from
 * https://developers.cloudflare.com/workers/platform/pricing/ and https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
export const PRICES = {
  workerRequest: 0.3 / 1e6,
  workerCpuMs: 0.02 / 1e6,
  objectRequest: 0.15 / 1e6,
  /** An object has 128 MB, whatever it uses, for as long as it works. */
  objectGbSecond: 12.5 / 1e6,
  rowRead: 0.001 / 1e6,
  /** An alarm that is set is a row written. */
  rowWritten: 1 / 1e6,
} as const

const OBJECT_GB = 0.128

export interface OperationCost {
  readonly workerCpuMs: number
  /** Calls to Durable Objects, those after the answer included. */
  readonly objectRequests: number
  readonly objectMs: number
  readonly rowsRead: number
  readonly rowsWritten: number
}

/** What a million such operations cost, part by part, in dollars. */
export function costOfMillion(operation: OperationCost) {
  const million = 1e6
  const parts = {
    requests: million * PRICES.workerRequest,
    cpu: million * operation.workerCpuMs * PRICES.workerCpuMs,
    objects: million * operation.objectRequests * PRICES.objectRequest,
    duration: million * (operation.objectMs / 1000) * OBJECT_GB * PRICES.objectGbSecond,
    rowsRead: million * operation.rowsRead * PRICES.rowRead,
    rowsWritten: million * operation.rowsWritten * PRICES.rowWritten,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}

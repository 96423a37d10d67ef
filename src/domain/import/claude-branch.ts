import { fieldOf, textOf, timeOf } from './foreign-values.ts'

const parentOf = (message: unknown): unknown => fieldOf(message, 'parent_message_uuid')

/**
 * The messages that were edited or generated anew: those that hang beside the way to the current one. Newer files name the message before
 * (`parent_message_uuid`), and some the current one; else it is the latest. Whoever follows nobody of the file hangs beside nothing.
 */
export function leftBranches(messages: readonly unknown[], leaf: string | null): ReadonlySet<unknown> {
  const byId = new Map<unknown, unknown>()
  for (const message of messages) if (textOf(message, 'uuid')) byId.set(textOf(message, 'uuid'), message)
  const isLeft = new Map<unknown, boolean>()
  /** Whose answer is on the way: another answer to the same hangs beside it. The first message answers one that is in no file. */
  const answered = new Set<unknown>()
  // A circle ends where it meets itself.
  for (let at = byId.get(leaf ?? '') ?? latestOf(messages); at !== undefined && !isLeft.has(at); ) {
    isLeft.set(at, false)
    const parent = parentOf(at)
    if (typeof parent === 'string') answered.add(parent)
    at = byId.get(parent)
  }
  const current = new Set(isLeft.keys())
  for (const message of messages) {
    const way: unknown[] = []
    let found: boolean | undefined
    for (let at: unknown = message; found === undefined; at = byId.get(parentOf(at))) {
      if (current.has(at)) found = way.length > 0
      else if (at === undefined || way.length > messages.length) found = false
      else if (answered.has(parentOf(at))) found = true
      else found = isLeft.get(at)
      if (!current.has(at)) way.push(at)
    }
    for (const one of way) isLeft.set(one, found)
  }
  return new Set(messages.filter((message) => isLeft.get(message)))
}

function latestOf(messages: readonly unknown[]): unknown {
  let latest: unknown
  let latestAt = Number.NEGATIVE_INFINITY
  for (const message of messages) {
    const at = timeOf(Number.POSITIVE_INFINITY, fieldOf(message, 'created_at')) ?? latestAt
    if (textOf(message, 'uuid') === null || at < latestAt) continue
    latest = message
    latestAt = at
  }
  return latest
}

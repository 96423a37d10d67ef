import { fieldOf, listOf, timeOf } from './foreign-values.ts'

export interface BranchNode {
  readonly key: string
  readonly node: unknown
}

export interface Branch {
  readonly nodes: readonly BranchNode[]
  /** The way to the root ended where it had been before. */
  readonly isCircle: boolean
}

type Mapping = Readonly<Record<string, unknown>>

/** From the first message to the current one: what was edited or generated anew hangs beside this way. */
export function currentBranch(mapping: Mapping, current: unknown): Branch {
  const nodes: BranchNode[] = []
  const seen = new Set<string>()
  let key: unknown = typeof current === 'string' && Object.hasOwn(mapping, current) ? current : latestLeaf(mapping)
  while (typeof key === 'string' && Object.hasOwn(mapping, key)) {
    if (seen.has(key)) return { nodes: nodes.reverse(), isCircle: true }
    seen.add(key)
    const node = mapping[key]
    nodes.push({ key, node })
    key = fieldOf(node, 'parent')
  }
  return { nodes: nodes.reverse(), isCircle: nodes.length === 0 && Object.keys(mapping).length > 0 }
}

/** Where a conversation does not say how it ends: the latest message that nobody answered. Newer files name parents and no children. */
function latestLeaf(mapping: Mapping): string | null {
  const answered = new Set(Object.values(mapping).map((node) => fieldOf(node, 'parent')))
  let latest: { readonly key: string; readonly at: number } | null = null
  for (const [key, node] of Object.entries(mapping)) {
    if (answered.has(key) || listOf(fieldOf(node, 'children')).length > 0) continue
    const at = timeOf(Number.POSITIVE_INFINITY, fieldOf(fieldOf(node, 'message'), 'create_time')) ?? 0
    if (latest === null || at >= latest.at) latest = { key, at }
  }
  return latest?.key ?? null
}

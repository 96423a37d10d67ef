/**
 * Remembers which entities go by a name, so that what was asked before need not be looked up in the graph again. Every implementation
 * promises, and its contract suite checks:
 * - What it does not know it leaves out; a name that means nobody is known to mean nobody.
 * - What was learned (`learn`) is never overwritten by what was looked up earlier (`recall` of a miss comes late): a new name is found at once.
 * - It forgets by itself after some minutes, and fails open: where it cannot be asked, it knows nothing.
 */
export interface EntityCache {
  find(namespace: string, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** What the graph said of names that were asked. */
  note(namespace: string, found: ReadonlyMap<string, readonly string[]>): Promise<void>
  /** Names that entities were just given. */
  learn(namespace: string, given: readonly { readonly name: string; readonly entity: string }[]): Promise<void>
  erase(namespace: string): Promise<void>
}

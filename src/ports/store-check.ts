/** Tells whether one of the stores behind the service can be reached. */
export interface StoreCheck {
  /** What stands behind the name: `embedded`, `qdrant`, `neo4j`, `upstash`. */
  readonly backend: string
  /** Resolves when the store answers; rejects with the reason. */
  check(): Promise<void>
  /** How many namespaces or accounts were found damaged of late, where the store can tell. */
  countDamaged?(): number
}

/** What is erased can be brought back for so long, by whoever operates the platform. */
export const HISTORY_DAYS = 30

/** Goes back to how a namespace was at an earlier time; everything since is forgotten. */
export interface Rewindable {
  /** false: what keeps the namespace has no history. */
  rewind(namespace: string, at: number): Promise<boolean>
}

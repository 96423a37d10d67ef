/** What is erased can be brought back for so long, by whoever operates the platform. */
export const HISTORY_DAYS = 30

/** Goes back to how a namespace was at an earlier time; everything since is forgotten. */
export interface Rewindable {
  /** Memories that receipts of this time or later say were erased: a rewind brings back those that there were. */
  erasedSince(namespace: string, at: number): Promise<readonly number[]>
  /** false: what keeps the namespace has no history. */
  rewind(namespace: string, at: number): Promise<boolean>
}

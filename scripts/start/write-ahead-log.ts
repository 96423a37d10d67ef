const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export interface LogState {
  /** What SQLite reads of it: up to the end of the last transaction before whatever is wrong. */
  readonly soundBytes: number
  /** Transactions that were stored are lost with the rest. */
  readonly isDamaged: boolean
}

/**
 * Whether a write-ahead log of SQLite lost something. SQLite takes the first frame with a wrong checksum for the end of the log, without a word.
 * That is right for frames of a transaction that was cut off; but the frame that commits one is written last, and synced before the next one begins.
 * So a commit after the wrong frame tells of damage, or, where a power cut may have left the last transaction half on the disk, two of them.
 */
export function inspectLog(log: Buffer, mayBeTorn: boolean): LogState {
  if (log.length < HEADER_BYTES) return { soundBytes: 0, isDamaged: false }
  const magic = log.readUInt32BE(0)
  // The lowest bit says in which order the bytes are summed up.
  if ((magic & ~1) >>> 0 !== MAGIC) return { soundBytes: 0, isDamaged: log.some((byte) => byte !== 0) }
  const sum = checksum(log, (magic & 1) === 0)
  sum.add(0, 24)
  if (!sum.isStoredAt(24)) return { soundBytes: 0, isDamaged: true }

  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let soundBytes = 0
  let brokenAt = -1
  let lostCommits = 0
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // With other salts it is left of an earlier log in the same file.
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(salts)
    const isCommit = isOfThisLog && log.readUInt32BE(at + 4) !== 0
    if (brokenAt < 0) {
      sum.add(at, 8)
      sum.add(at + FRAME_HEADER_BYTES, frameBytes - FRAME_HEADER_BYTES)
      if (!isOfThisLog || !sum.isStoredAt(at + 16)) brokenAt = at
      else if (isCommit) soundBytes = at + frameBytes
    }
    if (brokenAt < 0 || !isCommit) continue
    // Its header may have been written over an older frame, whose page is there still, when the process was killed.
    const isWhole = at > brokenAt || mayBeTorn || at + 2 * frameBytes > log.length
    if (isWhole) lostCommits++
  }
  return { soundBytes, isDamaged: lostCommits > (mayBeTorn ? 1 : 0) }
}

/** The checksum of SQLite's file format, over parts of a file. */
function checksum(log: Buffer, isLittleEndian: boolean) {
  const view = new DataView(log.buffer, log.byteOffset, log.length)
  let [first, second] = [0, 0]
  return {
    add(from: number, bytes: number): void {
      for (let at = from; at < from + bytes; at += 8) {
        first = (first + view.getUint32(at, isLittleEndian) + second) | 0
        second = (second + view.getUint32(at + 4, isLittleEndian) + first) | 0
      }
    },
    isStoredAt: (at: number): boolean => first === view.getInt32(at) && second === view.getInt32(at + 4),
  }
}

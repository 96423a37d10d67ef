import { readFileSync, statSync } from 'node:fs'
import { type StateFolder, storageFiles } from '../state-folder.ts'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682
/** Long enough for thousands of objects; a start does not wait for more. */
const LOOKING_MS = 1_000

/**
 * Write-ahead logs that cannot be read to their end. SQLite takes the first frame with a wrong checksum for the end of the log, which it is
 * after a power cut; where frames of the same log come after it, the log was damaged, and nothing else would tell.
 */
export function damagedLogs(folder: StateFolder): string[] {
  const end = Date.now() + LOOKING_MS
  return storageFiles(folder, '.sqlite-wal').filter(
    (path) => Date.now() < end && statSync(path).size > HEADER_BYTES && isDamaged(readFileSync(path)),
  )
}

function isDamaged(log: Buffer): boolean {
  const magic = log.readUInt32BE(0)
  // The lowest bit says in which order the bytes are summed up.
  if ((magic & ~1) >>> 0 !== MAGIC) return log.some((byte) => byte !== 0)
  const add = sums((magic & 1) === 1)
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let sum = add([0, 0], log.subarray(0, 24))
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return true
  let isBroken = false
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes)
    // What follows is left of an earlier log in the same file.
    if (!frame.subarray(8, 16).equals(salts)) return false
    if (isBroken) return true
    sum = add(add(sum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER_BYTES))
    isBroken = sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)
  }
  return false
}

type Sum = readonly [number, number]

/** The checksum of SQLite's file format. */
const sums =
  (isBigEndian: boolean) =>
  ([first, second]: Sum, bytes: Buffer): Sum => {
    const read = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
    let [a, b] = [first, second]
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      a = (a + read(at) + b) >>> 0
      b = (b + read(at + 4) + a) >>> 0
    }
    return [a, b]
  }

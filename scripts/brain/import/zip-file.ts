import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Problem } from '../../problem.ts'
import type { ImportEntry } from './import-entries.ts'

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const ENTRY = 0x02014b50
const LONGEST_END = 22 + 65_535 + 20
const FULL_32 = 0xffffffff
const FULL_16 = 0xffff
/** Names of some hundred thousand files. */
const LONGEST_DIRECTORY = 64 * 1024 * 1024
/** What is packed by this much is made to fill memories: an export of conversations comes to a tenth. */
const MOST_TIMES = 200
const ALWAYS_FINE = 64 * 1024 * 1024

/** An archive that is made to do harm: nothing that it is part of is read. */
export class TooLarge extends Problem {}

/** The files of a zip archive, each unpacked as it is read. Names and sizes stand at its end, so that it has to be a file. */
export async function zipEntries(path: string, name: string): Promise<ImportEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const directory = await directoryOf(file, size)
    if (!directory) throw new Problem(`${name} is a zip archive that is cut off or damaged.`)
    let unpacked = 0
    return [...entriesIn(directory)].map((entry) => ({
      name: entry.name,
      bytes: entry.size,
      modifiedAt: entry.modifiedAt,
      async *open() {
        if (entry.isEncrypted) throw new Problem(`${entry.name} is encrypted.`)
        if (entry.method !== 0 && entry.method !== 8)
          throw new Problem(`${entry.name} is packed in another way than zip does.`)
        const start = await dataStart(path, entry.offset)
        if (start === null || start + entry.packed > size) throw new Problem(`${entry.name} is damaged in the archive.`)
        if (entry.packed === 0) return
        const packed = createReadStream(path, { start, end: start + entry.packed - 1 })
        const plain: Readable = entry.method === 0 ? packed : pipeline(packed, createInflateRaw(), () => {})
        try {
          for await (const part of plain as AsyncIterable<Buffer>) {
            unpacked += part.byteLength
            if (unpacked > ALWAYS_FINE && unpacked > size * MOST_TIMES)
              throw new TooLarge(`${name} unpacks to more than ${MOST_TIMES} times its size.`)
            yield part
          }
        } catch (error) {
          if (error instanceof Problem) throw error
          throw new Problem(`${entry.name} is damaged in the archive.`)
        }
      },
    }))
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function directoryOf(file: FileHandle, size: number): Promise<Buffer | null> {
  const tail = await read(file, Math.max(0, size - LONGEST_END), Math.min(size, LONGEST_END))
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    let length = tail.readUInt32LE(at + 12)
    let offset = tail.readUInt32LE(at + 16)
    if (at >= 20 && tail.readUInt32LE(at - 20) === END_64_LOCATOR) {
      const end = await read(file, Number(tail.readBigUInt64LE(at - 12)), 56)
      if (end.length < 56 || end.readUInt32LE(0) !== END_64) return null
      length = Number(end.readBigUInt64LE(40))
      offset = Number(end.readBigUInt64LE(48))
    }
    if (length > LONGEST_DIRECTORY || offset + length > size) return null
    const directory = await read(file, offset, length)
    return directory.length === length && (length === 0 || directory.readUInt32LE(0) === ENTRY) ? directory : null
  }
  return null
}

interface PackedEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly packed: number
  readonly size: number
  readonly offset: number
  readonly modifiedAt: number | null
}

function* entriesIn(directory: Buffer): Generator<PackedEntry> {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const name = directory.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const wide = wideSizes(extra)
    const sizeOf = (place: number) => {
      const given = directory.readUInt32LE(at + place)
      return given === FULL_32 ? (wide.shift() ?? given) : given
    }
    const [size, packed, offset] = [sizeOf(24), sizeOf(20), sizeOf(42)]
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    const modifiedAt = dosTime(directory.readUInt16LE(at + 14), directory.readUInt16LE(at + 12))
    if (!name.endsWith('/'))
      yield { name, method: directory.readUInt16LE(at + 10), isEncrypted, packed, size, offset, modifiedAt }
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
  }
}

/** Of a large archive: the numbers that do not fit in 32 bits, in the order of their fields. */
function wideSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const length = Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4)
    if (extra.readUInt16LE(at) !== 1) continue
    return Array.from({ length: Math.floor(length / 8) }, (_, n) => Number(extra.readBigUInt64LE(at + 4 + n * 8)))
  }
  return []
}

/** It names no zone: taken as UTC, like every time without one. */
function dosTime(date: number, time: number): number | null {
  if (date === 0 || date === FULL_16) return null
  return Date.UTC((date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2)
}

async function dataStart(path: string, offset: number): Promise<number | null> {
  const file = await open(path)
  try {
    const header = await read(file, offset, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null
    return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await file.close()
  }
}

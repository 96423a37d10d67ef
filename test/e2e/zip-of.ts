import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these files, as those who export write them. `stored`: not packed. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, { stored = false } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as Buffer)
    const packed = stored ? plain : deflateRawSync(plain)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    // 5 March 2024, 10:00.
    fields.writeUInt16LE(10 << 11, 6)
    fields.writeUInt16LE((44 << 9) | (3 << 5) | 5, 8)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(plain.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    parts.push(header)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name))
    offset += header.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}

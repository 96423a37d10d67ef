const MAGIC = 'EBR3'

/** What the file says of itself; `scripts/model/export-reranker.py` writes it. */
export interface RerankerHeader {
  readonly id: string
  /** The id of the encoder whose table of tokens it reads. */
  readonly encoder: string
  readonly layers: number
  /** So many of them, the first ones, compute all tokens; the others only the question and the end of each memory. */
  readonly whole: number
  /** The width of the inner layer of these. */
  readonly inner: number
  readonly weightBytes: number
}

export interface RerankerFile {
  readonly header: RerankerHeader
  /** As `native/encoder.h` lays them out. A view: copy it, then let the file go. */
  readonly weights: Uint8Array
}

/** Throws on anything but a whole file that was made for this encoder. */
export function readRerankerFile(file: ArrayBuffer, encoder: string): RerankerFile {
  const text = (from: number, length: number) => new TextDecoder().decode(new Uint8Array(file, from, length))
  if (file.byteLength < 8 || text(0, 4) !== MAGIC) throw new Error('reranker: not a file of weights')
  const headerBytes = new DataView(file).getUint32(4, true)
  if (8 + headerBytes > file.byteLength) throw new Error('reranker: the file is cut short')
  const header = JSON.parse(text(8, headerBytes)) as RerankerHeader
  if (file.byteLength !== 8 + headerBytes + header.weightBytes) throw new Error('reranker: the file is cut short')
  if (header.encoder !== encoder)
    throw new Error(`reranker: ${header.id} reads the table of ${header.encoder}, the encoder is ${encoder}`)
  return { header, weights: new Uint8Array(file, 8 + headerBytes, header.weightBytes) }
}

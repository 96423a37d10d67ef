const MAGIC = 'EBE1'

/** What the file says of itself; `scripts/model/export.py` writes it. */
export interface ModelHeader {
  readonly id: string
  readonly width: number
  readonly inner: number
  readonly layers: number
  readonly window: number
  readonly dimensions: number
  readonly prefixDimensions: number
  /** Of a token's vector. */
  readonly tokenDimensions: number
  readonly vocabulary: number
  readonly vocabularyBytes: number
  readonly networkBytes: number
  readonly tableBytes: number
}

export interface ModelFile {
  readonly header: ModelHeader
  readonly vocabulary: readonly string[]
  /** Network and table, one after the other, as `native/encoder.h` lays them out. A view: copy it, then let the file go. */
  readonly weights: Uint8Array
}

/** Throws on anything that is not a whole model file, so that a truncated download is never taken for weights. */
export function readModelFile(file: ArrayBuffer): ModelFile {
  const text = (from: number, length: number) => new TextDecoder().decode(new Uint8Array(file, from, length))
  if (file.byteLength < 8 || text(0, 4) !== MAGIC) throw new Error('encoder: not a model file')
  const headerBytes = new DataView(file).getUint32(4, true)
  const header = JSON.parse(text(8, headerBytes)) as ModelHeader
  const vocabularyAt = 8 + headerBytes
  const weightsAt = vocabularyAt + header.vocabularyBytes
  const weightsBytes = header.networkBytes + header.tableBytes
  if (file.byteLength !== weightsAt + weightsBytes) throw new Error('encoder: the model file is cut short')
  const vocabulary = text(vocabularyAt, header.vocabularyBytes).replace(/\0+$/, '').split('\n')
  if (vocabulary.length !== header.vocabulary) throw new Error('encoder: the vocabulary is damaged')
  return { header, vocabulary, weights: new Uint8Array(file, weightsAt, weightsBytes) }
}

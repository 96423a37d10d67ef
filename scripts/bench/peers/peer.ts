/** What the benchmark asks of another memory: the same texts with the same vectors, in its own process, at its own best setting. */
export interface Peer {
  /** What was chosen, for whoever wants to do better. */
  readonly setting: string
  /** Searches by vectors and nothing else, so that it can be held against an exact search. */
  readonly vectorsAlone: boolean
  insert(from: number, texts: readonly string[], vectors: Float32Array): Promise<void>
  /** After the last insert of a size, where it has something to build; its time counts as inserting. */
  build?(): Promise<void>
  /** Numbers of the texts that it finds, best first. */
  search(question: string, vector: Float32Array, k: number): Promise<number[]>
}

export interface PeerTools {
  /** Loads a package from the folder of the peers. */
  load<T>(name: string): T
  /** Where a file of such a package is. */
  resolve(name: string): string
  /** A folder of its own, empty, that goes afterwards. */
  readonly folder: string
  readonly dimensions: number
  readonly capacity: number
}

export type OpenPeer = (tools: PeerTools) => Promise<Peer>

/** Files that are deployed with the service (the encoder's weights, the reference page), read by their path under `assets/`. */
export interface Assets {
  /** Throws where there is no such file. */
  read(path: string): Promise<ArrayBuffer>
}

export interface Loader<T> {
  /** null until it is there. */
  readonly loaded: T | null
  load(): Promise<T>
}

/** Loads when first asked to, and once; a load that failed is not the last word, the next call tries again. */
export function createLoader<T>(start: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | null = null
  const loader = {
    loaded: null as T | null,
    async load(): Promise<T> {
      loading ??= start()
      try {
        loader.loaded = await loading
        return loader.loaded
      } catch (error) {
        loading = null
        throw error
      }
    },
  }
  return loader
}

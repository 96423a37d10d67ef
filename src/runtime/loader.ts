/** Something that takes time to load and is kept from then on. */
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
    async load() {
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

/** Something that takes time to load before the service can work. */
export interface Loadable {
  readonly loaded: boolean
  load(): Promise<void>
}

/** Starts what is not loaded yet and waits at most `waitMs`. A failed load is tried again by the next call. */
export async function waitForModels(models: readonly Loadable[], waitMs: number): Promise<boolean> {
  const pending = models.filter((model) => !model.loaded)
  if (pending.length === 0) return true
  const loading = Promise.all(pending.map((model) => model.load())).then(
    () => true,
    () => false,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs)
  })
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer))
}

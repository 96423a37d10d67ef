/** Made when it is first asked for and kept from then on: what takes time to make would delay the start of every isolate. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

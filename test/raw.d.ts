/** Files read as they are, by the bundler's own query. */
declare module '*?raw' {
  const text: string
  export default text
}

/** The bundler's way to read many files at once. */
interface ImportMeta {
  glob(pattern: string, options: { query: string; import: string; eager: true }): Record<string, unknown>
}

/** Files read as they are, by the bundler's own query. */
declare module '*?raw' {
  const text: string
  export default text
}

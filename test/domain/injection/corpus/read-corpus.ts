export interface Line {
  readonly text: string
  /** What must not be left of it; null where it is enough that some of its words go. */
  readonly gone: string | null
}

/** A text a line. `\n` and `\u{…}` stand for what cannot be seen; lines that begin with `//` are about the corpus. */
export const readCorpus = (file: string): Line[] =>
  file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map((line) => {
      const [text, gone] = line.split(' => ')
      return { text: unescaped(text!), gone: gone ?? null }
    })

const unescaped = (text: string): string =>
  text
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\n/g, '\n')

export const wordsOf = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Whether an order is still there in what was made of its text. */
export const isLeftIn = (rest: string, { text, gone }: Line): boolean =>
  gone === null ? wordsOf(rest) === wordsOf(text) : rest.toLowerCase().includes(gone.toLowerCase())

import { lazy } from '../runtime/lazy.ts'

/** Lists that are written as text, for people to read: words with white space between them, phrases with `;` or a new line. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const phrases = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')

/** `a,b=c; d=e`: what stands for what. Made when it is first looked at, since most starts have no use for it. */
export const pairs = (text: string): (() => ReadonlyMap<string, string>) =>
  lazy(
    () =>
      new Map(
        phrases(text).flatMap((line) => {
          const [from = '', to = ''] = line.split('=')
          return from.split(',').map((word): [string, string] => [word.trim(), to.trim()])
        }),
      ),
  )

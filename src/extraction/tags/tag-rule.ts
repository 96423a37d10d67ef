import type { Lexicon } from '../lexicon.ts'
import type { Pos, Token } from '../tokens/token.ts'
import { why } from '../why.ts'

/** A token and what stands around it. */
export interface TokenContext {
  readonly tokens: readonly Token[]
  readonly i: number
  readonly token: Token
  readonly previous: Token | undefined
  readonly next: Token | undefined
  readonly lexicon: Lexicon
}

export interface TagRule<Context extends TokenContext = TokenContext> {
  readonly name: string
  /** The words (in lower case) that it is about; any, where there are none. */
  readonly words?: ReadonlySet<string>
  /** The words that stand before it, or after it. */
  readonly after?: ReadonlySet<string>
  readonly before?: ReadonlySet<string>
  readonly when?: (context: Context) => boolean
  readonly tag: Pos | ((context: Context) => Pos)
}

export const contextAt = (tokens: readonly Token[], i: number, lexicon: Lexicon): TokenContext => ({
  tokens,
  i,
  token: tokens[i]!,
  previous: tokens[i - 1],
  next: tokens[i + 1],
  lexicon,
})

/** Rules that give one tag, by name. */
export const tagRules = <Context extends TokenContext>(
  tag: Pos,
  rules: Readonly<Record<string, (context: Context) => boolean>>,
): TagRule<Context>[] => Object.entries(rules).map(([name, when]) => ({ name, when, tag }))

/** The first rule that applies gives the token its tag; where none does, it keeps the one that it has. */
export function applyTagRules<Context extends TokenContext>(rules: readonly TagRule<Context>[], at: Context): void {
  const { token, previous, next } = at
  for (const { name, words, after, before, when, tag } of rules) {
    if (words && !words.has(token.lower)) continue
    if (after && !(previous && after.has(previous.lower))) continue
    if (before && !(next && before.has(next.lower))) continue
    if (when && !when(at)) continue
    retag(token, typeof tag === 'function' ? tag(at) : tag, name)
    return
  }
}

export function retag(token: Token, pos: Pos, rule: string): void {
  if (why && token.pos !== pos) why.steps.push({ stage: 'tag', rule, about: `${token.text}: ${token.pos} → ${pos}` })
  token.pos = pos
}

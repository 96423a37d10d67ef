import type { Lexicon } from '../lexicon.ts'
import { rulesByWord } from '../rules-by-word.ts'
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

/** Tags a token by rules: the first that applies gives it its tag; where none does, it keeps the one that it has. */
export function tagBy<Context extends TokenContext>(rules: readonly TagRule<Context>[]): (at: Context) => void {
  const rulesFor = rulesByWord(rules)
  return (at) => {
    const rule = rulesFor(at.token.lower).find((each) => applies(each, at))
    if (rule) retag(at.token, typeof rule.tag === 'function' ? rule.tag(at) : rule.tag, rule.name)
  }
}

/** The same by rules that give one tag. */
export const tagAs = <Context extends TokenContext>(
  tag: Pos,
  rules: Readonly<Record<string, (context: Context) => boolean>>,
): ((at: Context) => void) => tagBy<Context>(Object.entries(rules).map(([name, when]) => ({ name, when, tag })))

function applies<Context extends TokenContext>({ after, before, when }: TagRule<Context>, at: Context): boolean {
  if (after && !(at.previous && after.has(at.previous.lower))) return false
  if (before && !(at.next && before.has(at.next.lower))) return false
  return !when || when(at)
}

export function retag(token: Token, pos: Pos, rule: string): void {
  if (why && token.pos !== pos) why.steps.push({ stage: 'tag', rule, about: `${token.text}: ${token.pos} → ${pos}` })
  token.pos = pos
}

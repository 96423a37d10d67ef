import type { KnownFact, Profile } from '../../ports/memory-records.ts'
import { harmlessLine } from '../retrieve/context.ts'

/** A line of a profile is never longer; a text that is gets cut. */
const MAX_LINE = 240
const MAX_NAME = 80
/** Where there is something recent too, what is stable leaves it some room. */
const STABLE_SHARE = 0.75

export interface FormattedProfile extends Pick<Profile, 'stable' | 'recent' | 'texts'> {
  readonly markdown: string
  /** As it is estimated. */
  readonly tokens: number
}

/**
 * What a text costs in a model's context, rather too much than too little: three and a half characters a token, and one for each sign of
 * a script that is not written in ASCII. No tokenizer is loaded for it.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const sign of text) tokens += sign < '\x80' ? 1 / 3.5 : 1
  return Math.ceil(tokens)
}

interface Line<T> {
  readonly of: T
  readonly text: string
}

/** The stable part, then the recent one, as Markdown of at most `maxTokens`; and what it was made of. What is stored is data in it. */
export function formatProfile(profile: Profile, maxTokens: number): FormattedProfile {
  if (!profile.entity) return { markdown: '', tokens: 0, stable: [], recent: [], texts: [] }
  const title = titleOf(profile.entity)
  const room = maxTokens - estimateTokens(title)
  const recentLines: readonly Line<Recent>[] = [
    ...profile.recent.map((fact) => ({ of: { fact }, text: dated(fact.statedAt, fact.source, fact.text) })),
    ...profile.texts.map((text) => ({ of: { text }, text: dated(text.occurredAt, text.source, text.text) })),
  ]
    .filter(({ text }) => text !== '')
    .sort((a, b) => timeOf(b.of) - timeOf(a.of))
  const stableLines = profile.stable.map((fact) => ({ of: fact, text: bullet(fact.text) }))
  const stable = fitting('## Known', stableLines, room * (recentLines.length > 0 ? STABLE_SHARE : 1))
  const recent = fitting('## Recently', recentLines, room - stable.tokens)
  const markdown = [title, stable.text, recent.text].filter((part) => part !== '').join('\n\n')
  return {
    markdown,
    tokens: estimateTokens(markdown),
    stable: stable.lines.map(({ of }) => of),
    recent: recent.lines.flatMap(({ of }) => ('fact' in of ? of.fact : [])),
    texts: recent.lines.flatMap(({ of }) => ('text' in of ? of.text : [])),
  }
}

type Recent = { readonly fact: KnownFact } | { readonly text: Profile['texts'][number] }

const timeOf = (of: Recent): number => ('fact' in of ? of.fact.statedAt : of.text.occurredAt)

function titleOf({ name, aliases }: NonNullable<Profile['entity']>): string {
  const title = name === 'user' ? '# The user' : `# ${harmlessLine(name, MAX_NAME)}`
  const also = aliases.slice(0, 5).map((alias) => harmlessLine(alias, MAX_NAME))
  return also.length === 0 ? title : `${title}\n\nAlso called ${also.join(', ')}.`
}

/** Empty where nothing is left of it. */
const bullet = (text: string, before = ''): string => {
  const line = harmlessLine(text, MAX_LINE)
  return line === '' ? '' : `- ${before}${line}`
}

const dated = (at: number, source: string, text: string): string =>
  bullet(text, `[${new Date(at).toISOString().slice(0, 10)}, ${source}] `)

/** As many lines as there is room for, from the first on; one that is too long leaves its place to shorter ones. */
function fitting<T>(heading: string, lines: readonly Line<T>[], room: number) {
  const fit: Line<T>[] = []
  let tokens = estimateTokens(`\n\n${heading}\n`)
  for (const line of lines) {
    const cost = estimateTokens(`\n${line.text}`)
    if (line.text === '' || tokens + cost > room) continue
    fit.push(line)
    tokens += cost
  }
  if (fit.length === 0) return { text: '', tokens: 0, lines: fit }
  return { text: [heading, '', ...fit.map(({ text }) => text)].join('\n'), tokens, lines: fit }
}

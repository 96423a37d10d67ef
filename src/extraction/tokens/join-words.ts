import { pattern } from '../../runtime/pattern.ts'
import type { Token } from './token.ts'

/** A path, an address, a formula, a name with an underscore: one word, whatever marks it has inside. */
const TECHNICAL = pattern(
  String.raw`(?<=^|[\s("'“‘])[^\s("'“‘]*[\p{L}\p{N}](?:[_\\=<>@^~*²³|{}[\]]|\/(?=\S*[/._])|\.(?=\p{Ll}{2})|::?(?=\p{L})|(?<=\p{L}\d{1,3}),(?=\d{3}))[^\s,;"'”’)]*[\p{L}\p{N}²³*]`,
  'gu',
)
/** "LGPL-2.1", "Python-3.12": a name with its version. */
const VERSIONED = pattern(String.raw`(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*-v?\d+(?:\.\d+)+(?![\p{L}\p{N}])`, 'gu')
/** Cheap looks at whether there can be any: most sentences have none. */
const MARKS_INSIDE = /\d,\d|[_\\=<>@^~*²³|{}[\]/]|[.:][a-zA-Z]/
const BEYOND_ASCII = /[^ -~]/
/** A word with letters beyond ASCII: the lexicon's tokenizer cuts some of them in two ("Thảo"). */
const ACCENTED = pattern(String.raw`[\p{L}\p{M}]*(?!\p{ASCII})[\p{L}\p{M}]+`, 'gu')
/** Some words between quotation marks or backticks; single marks only where they cannot be apostrophes. */
const QUOTED = pattern(
  String.raw`(?<![\p{L}\p{N}])(?:"[^"\n]{2,60}"|“[^“”\n]{2,60}”|${'`[^`\\n]{2,60}`'}|[‘'](?=\p{L})(?:[^‘’'\n]|['’](?=\p{L})){2,60}['’])(?![\p{L}\p{N}])`,
  'gu',
)
/** What is longer says something of its own. */
const MAX_QUOTED_WORDS = 6

interface Span {
  readonly start: number
  readonly end: number
}

/** The tokens, with those in one that are one word or one quoted name: "core/src/log.ts", 'Pretty Fly for a Wifi'. */
export function joinWords(tokens: readonly Token[], sentence: string): readonly Token[] {
  const spans = [
    ...quotedSpans(sentence),
    ...(MARKS_INSIDE.test(sentence) ? spansOf(sentence, TECHNICAL()) : []),
    ...(/-v?\d+\.\d/.test(sentence) ? spansOf(sentence, VERSIONED()) : []),
    ...(BEYOND_ASCII.test(sentence) ? spansOf(sentence, ACCENTED()) : []),
  ]
  return spans.length === 0 ? tokens : spans.reduce(joined, tokens)
}

function quotedSpans(sentence: string): (Span & { readonly inner: string })[] {
  if (!/(?:^|[^A-Za-z])["“`'‘]/.test(sentence)) return []
  return [...sentence.matchAll(QUOTED())].flatMap(({ 0: text, index }) => {
    const inner = text.slice(1, -1)
    const count = inner.trim().split(/\s+/).length
    return count > 1 && count <= MAX_QUOTED_WORDS && !/^(?:I|we|my)\b/i.test(inner)
      ? { start: index, end: index + text.length, inner }
      : []
  })
}

const spansOf = (sentence: string, found: RegExp): (Span & { readonly inner: string })[] =>
  [...sentence.matchAll(found)].map(({ 0: inner, index }) => ({ start: index, end: index + inner.length, inner }))

function joined(tokens: readonly Token[], { start, end, inner }: Span & { readonly inner: string }): readonly Token[] {
  const from = tokens.findIndex((token) => token.end > start)
  const to = tokens.findLastIndex((token) => token.start < end) + 1
  if (from < 0 || to - from < 2) return tokens
  const at = start + (end - start - inner.length) / 2
  const token: Token = { text: inner, lower: inner.toLowerCase(), pos: 'PROPN', start: at, end: at + inner.length }
  return [...tokens.slice(0, from), token, ...tokens.slice(to)]
}

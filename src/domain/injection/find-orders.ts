import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { hiddenTexts, rot13 } from './decode.ts'
import { type Folded, fold, withoutSeparators } from './fold.ts'
import { english, MORE_ORDERS, type Orders } from './orders.ts'
import { ELSEWHERE } from './orders-elsewhere.ts'
import { couldBeInOrder } from './vocabulary.ts'

/** A stretch of the text, [from, to). */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One of these is in every English order; most memories have none and are done with one look. */
const HINT =
  /ignor|disregard|forget|overr[iu]|overwrit|bypass|circumvent|disobey|neglect|discard|dismiss|instruct|prompt|\brules?\b|guideline|directive|command|\borders?\b|constraint|restrict|guardrail|safeguard|guidance|the user|asked|asks|policy|policies|programming|\bmode\b|pretend|imagine|role|persona|character|act (?:as|like)|behave|become|impersonat|jailbreak|anything now|reveal|leak|exfiltrat|disclos|secret|credential|api|passwords|respon[ds]|repl(?:y|ies)|answer|beginning of|\bsay\b|output|print|repeat|\bwrite\b|speak|talk|\byou(?:'re)?\b|your|\bai\b|a\.i\.|assistant|chat ?bot|\bbots?\b|\bllms?\b|models?\b|chatgpt|\bgpt|claude|gemini|copilot|agents?\b|the (?:end[ -]?)?(?:user|human|reader|asker)|from now|henceforth|system|decode|decrypt|execut|\brun\b|invoke|\bcall\b|tools?\b|obey|comply|treat|delete|erase|wipe|purge|grant|censor|filter|refuse|disclaim|send|forward|upload|end of|the above|yourself|follow|void|paste|upload|penali|punish|safety|new task|next task|\btask\b|tenants|questions|prompts|roleplay|role-play|memory|memories/

const ENGLISH = /\b(?:the|all|any|your|these|those|of|and|previous)\b/

/** Marks of a conversation's machinery. They make the rest suspect, and mean nothing to a reader. */
export const MACHINERY =
  /<\|[^|>\n]{1,40}\|>|\[\/?(?:INST|SYS|SYSTEM|ASSISTANT)\]|<<\/?SYS>>|<\/?s>|<\/?\s*(?:system|assistant|user|human|instructions?|prompt|facts?|data|context|memory|tool|function(?:_call)?|tool_call|admin|developer|im_start|im_end|inst|untrusted|document)(?:[\s_:-][^<>\n]{0,80})?>|<(script|iframe|object|style)\b[\s\S]{0,4000}?(?:<\/\1>|$)|<[a-z][^<>]{0,200}\s(?:on\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|data):)[^<>]*>|\{[{%][#/]?\s*(?:system|user|assistant|instructions?)[^}]{0,40}[%}]\}|!\[[^\]\n[]{0,120}\]\([^)\n]{0,300}?[?{$&][^)\n]{0,600}\)|\[[^\]\n[]{0,120}\]\((?:javascript|data):[^)\n]{0,600}\)|(?:^|\n)[ \t]{0,8}#{1,6}[ \t]{0,4}(?:system|instructions?|new instructions?|prompt|response|assistant|human|user)[ \t]{0,4}:?[ \t]{0,4}(?=\n|$|:|[A-Z])|```\s*(?:system|prompt|instructions?)\b/gi
const FAKE_TURN =
  /(?:^|\n|[ \t]{2})[ \t]{0,8}(?:\*\*|\[|\()?(?:system|developer|admin(?:istrator)?|root)(?:\*\*|\]|\))?\s*[:>]/gi
/** Nobody writes these about a computer or an administrator: all that follows is said in a voice that is not its own. */
const FAKE_VOICE = pattern(
  String.raw`(?<![\p{L}])(?:system|developer|admin(?:istrator)?|root)\s+(?:message|prompt|note|notice|instructions?|override|update|command|directive)\s*(?:\*\*|\]|\))?\s*[:>]|["']?role["']?\s*[:=]\s*["']?(?:system|developer)(?![\p{L}])`,
  'giu',
)
const FAKE_VOICE_REACH = 400

const SENTENCE_END = /[.!?](?=$|[\s"'”’)\]*_<])|[。！？\n]/
/** A new thought begins after these, so that what stands before no longer says who acts. */
const CLAUSE_START = /[.!?:;"“”‘«»(){}[\]<>\n–—|*#=~`]|(?<=\s)-(?=\s)|,/g
const SENTENCE_START = /[.!?:;"“”«»(){}[\]<>\n–—|*#=~`]/g

const PERSON =
  'dad|daddy|mum|mom|mother|father|sister|brother|boss|wife|husband|son|daughter|friends?|teacher|doctor|kids?|children|uncle|aunt|grand\\p{L}+|neighbou?rs?|colleagues?|manager|coach|team|family|cat|dog|parents|students?|professor|partner|girlfriend|boyfriend|cousin|landlord|flatmates?|roommates?|class|puppy'
const somebodyIn = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}])(?:i|we|he|she|they|who|(?:people|everyone|everybody|someone|somebody|nobody|kids|children|drivers|students|players|friends|neighbou?rs)(?!\\s+(?:must|should|shall|has to|have to|needs? to))|(?:my|his|her|our|their|the) (?:\\p{L}+ )?(?:${PERSON}))(?:['’](?:d|ll|ve|m|re|s))?(?![\\p{L}])`,
      'u',
    ),
)
const ADDRESSED = pattern(
  String.raw`(?<![\p{L}])(?:you|your|assistant|ai|model|chat ?bot|llm|bot|chatgpt|gpt|agent)(?![\p{L}])`,
  'u',
)
const CHOSE_TO = pattern(
  String.raw`(?:decided|chose|wanted|wants|tends?|tended|tried|tries|likes|liked|learned|learnt|used|prefers?|preferred|refused|began|started|managed|happened|agreed|plans|planned|hates|hated|loves|loved|forgot|remembered|(?:told|asked|advised|taught|allowed|helped|wants|wanted|forced|encouraged) (?:me|him|her|us|them|my \p{L}+))\s+(?:not\s+)?to\s*$`,
  'u',
)
const DENIED =
  /(?:(?:do|does|did|should|must|can|could|would|will)\s*(?:not|n'?t)|never|cannot|not to|can'?t|won'?t)\s+(?:ever\s+|simply\s+|just\s+)?$/
const LEADER =
  /(?:^|[\s,])(?:please|pls|kindly|now|and|then|but|so|also|just|first|next|instead|always|immediately|simply|or|must|should|shall|only|finally|hereby|again|ok|okay|sure|assistant|ai|model|llm|bot|chatgpt|you|you'll|you will|will|let'?s|never|do not|don'?t|henceforth|afterwards|thereafter|rather|secretly|quietly|silently|carefully|strictly|directly)\s*$/
const LEADING_TO =
  /(?:you|assistant|ai|model|llm|bot|agent|need|needs|have|has|required|ordered|instructed|supposed|important|essential|critical|vital|necessary|remember|sure|want|wish|order|is|are|be|crucial|imperative|mandatory|urgent)\s+(?:now\s+|always\s+)?to\s*$/

/** Where the text gives orders to a model. Overlaps are merged; what is hidden in an encoding counts as said. */
export function findOrders(text: string, deep = true): Span[] {
  const bare = withoutMachinery(text)
  const folded = fold(bare)
  const spans = scanBoth(folded)
  if (deep) spans.push(...scanHidden(bare, folded))
  if (spans.length > 0 || bare !== text) spans.push(...moreOrders(folded))
  if (/system|developer|admin|root/.test(folded.text)) spans.push(...fakeTurns(folded, spans.length > 0))
  return merge(spans)
}

/** The words of each order alone, without the sentence around them: for texts that belong to different memories. */
export const findOrderWords = (text: string): Span[] => scanBoth(fold(withoutMachinery(text)), true)

function scanBoth(folded: Folded, wordsOnly = false): Span[] {
  const joined = withoutSeparators(folded, couldBeInOrder)
  return joined ? [...scan(folded, wordsOnly), ...scan(joined, wordsOnly)] : scan(folded, wordsOnly)
}

/** The same length, so that places stay; a new sentence begins after each. */
export const withoutMachinery = (text: string): string =>
  /[<[!#`{]/.test(text) ? text.replace(MACHINERY, (mark) => `\n${' '.repeat(mark.length - 1)}`) : text

function scan(folded: Folded, wordsOnly: boolean): Span[] {
  const { text } = folded
  const spans: Span[] = []
  const add = (start: number, from: number, to: number) =>
    spans.push(wordsOnly ? original(folded, from, to) : original(folded, start, sentenceEnd(text, to)))
  if (HINT.test(text)) {
    const { strong, imperative, role } = english()
    eachOf(strong, text, (from, to) => !isTold(text, from) && add(clauseStart(text, from), from, to))
    eachOf(imperative, text, (from, to) => isOrdered(text, from) && add(clauseStart(text, from), from, to))
    eachOf(role, text, (from, to) => !isDenied(text, from) && add(from, from, to))
  }
  for (const { hint, patterns, leads } of ELSEWHERE) {
    if (!hint.test(text)) continue
    for (const pattern of patterns()) {
      each(pattern, text, (from, to) => {
        const start = clauseStart(text, from)
        if (leads && !leads.test(text.slice(start, from))) return
        // "Ignore all … prompt." is Spanish too, by its verb and its noun, and has its full stop.
        const english = ENGLISH.test(text.slice(from, to))
        add(start, from, english ? Math.max(from, to - 1) : to)
        // What follows a foreign order is mostly its second half.
        const end = sentenceEnd(text, to)
        const next = sentenceEnd(text, end)
        if (!wordsOnly && !english && next - end < 80) spans.push(original(folded, end, next))
      })
    }
  }
  return spans
}

function eachOf(orders: Orders, text: string, take: (from: number, to: number) => unknown): void {
  if (orders.isIn(text)) for (const pattern of orders.patterns) each(pattern, text, take)
}

function each(pattern: RegExp, text: string, take: (from: number, to: number) => unknown): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    take(match.index, match.index + match[0].length)
    if (match[0] === '') pattern.lastIndex++
  }
}

/** Nobody's sentence is longer, and without a bound a long text without an end would be read again for every order in it. */
const REACH = 600

function lastAfter(pattern: RegExp, text: string, end: number): number {
  const from = Math.max(0, end - REACH)
  let start = from
  for (const { index } of text.slice(from, end).matchAll(pattern)) start = from + index + 1
  return start
}
const clauseStart = (text: string, at: number): number => lastAfter(CLAUSE_START, text, at)

function sentenceEnd(text: string, at: number): number {
  const found = text.slice(at, at + REACH).search(SENTENCE_END)
  return found < 0 ? Math.min(text.length, at + REACH) : at + found + 1
}

/** Somebody is said to do it: "she forgot the earlier rules". To whom "you" or a model is put in between, it is an order after all. */
function isTold(text: string, at: number): boolean {
  if (isDenied(text, at)) return true
  const clause = text.slice(clauseStart(text, at), at)
  if (/(?:\b(?:and|then|please|now|but|so|also)|,)\s*$/.test(clause)) return false
  return (CHOSE_TO().test(clause) && !ADDRESSED().test(clause)) || isAboutSomebody(clause)
}

function isAboutSomebody(before: string): boolean {
  const somebody = somebodyIn().exec(before)
  return somebody !== null && !ADDRESSED().test(before.slice(somebody.index + somebody[0].length))
}

/** "Never ignore the instructions" asks for the opposite. */
const isDenied = (text: string, at: number): boolean =>
  DENIED.test(text.slice(Math.max(0, at - 24), at)) && !/^(?:do|don|never|no)/.test(text.slice(at, at + 5))

function isOrdered(text: string, at: number): boolean {
  const clause = text.slice(clauseStart(text, at), at)
  const sentence = text.slice(lastAfter(SENTENCE_START, text, at), at)
  if (clause.trim() === '')
    return !/,\s*$/.test(sentence) || !isAboutSomebody(sentence) || !/\b(?:and|or)\b/.test(text.slice(at, at + 40))
  if (isDenied(text, at)) return false
  if (isAboutSomebody(sentence)) return false
  return LEADER.test(clause) || (LEADING_TO.test(clause) && !CHOSE_TO().test(clause))
}

function scanHidden(text: string, folded: Folded): Span[] {
  const spans: Span[] = hiddenTexts(text)
    .filter((hidden) => findOrders(hidden.text, false).length > 0)
    .map(({ from, to }) => ({ from, to }))
  if (/vtaber|qvfertneq|sbetrg|vafgehpg|cebzcg|erirny/.test(folded.text)) {
    spans.push(...findOrders(rot13(text), false))
  }
  if (/erongi|dragersid|tegrof|snoitcurtsni|tpmorp|laever/.test(folded.text)) {
    const backwards = [...text].reverse().join('')
    spans.push(
      ...findOrders(backwards, false).map(({ from, to }) => ({ from: text.length - to, to: text.length - from })),
    )
  }
  return spans
}

/** The other sentences of a text that gives orders, as far as they do too. */
function moreOrders(folded: Folded): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < folded.text.length; ) {
    const to = sentenceEnd(folded.text, from)
    if (MORE_ORDERS.test(folded.text.slice(from, to))) spans.push(original(folded, from, to))
    from = to
  }
  return spans
}

/** "System: …" is a line of a manual, unless what it says is an order. */
function fakeTurns(folded: Folded, suspect: boolean): Span[] {
  const { text } = folded
  const voices = [...text.matchAll(FAKE_VOICE())].map(({ index }) =>
    original(folded, index, Math.min(text.length, index + FAKE_VOICE_REACH)),
  )
  const turns = [...text.matchAll(FAKE_TURN)].flatMap((turn) => {
    const from = turn.index
    const body = from + turn[0].length
    const to = sentenceEnd(text, body)
    return suspect || MORE_ORDERS.test(text.slice(body, to)) ? original(folded, from, to) : []
  })
  return [...voices, ...turns]
}

const original = ({ at, end }: Folded, from: number, to: number): Span => ({
  from: at ? (at[from] ?? end) : Math.min(from, end),
  to: at ? (at[to] ?? end) : Math.min(to, end),
})

function merge(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) merged.push({ from, to })
  }
  return merged
}

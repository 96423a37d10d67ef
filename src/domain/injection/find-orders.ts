import { pattern } from '../../runtime/pattern.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { isAboutSomethingElse } from './about-something-else.ts'
import { hiddenTexts, rot13 } from './decode.ts'
import { type Folded, fold, withoutSeparators } from './fold.ts'
import { hasChatMarkers, withoutMarkers } from './markers.ts'
import {
  isMeantForModel,
  isMentioned,
  isReported,
  isRoleForModel,
  isSpeechInStory,
  speaksToModel,
} from './meant-for-model.ts'
import { english, MORE_ORDERS, type Orders } from './orders.ts'
import { ELSEWHERE } from './orders-elsewhere.ts'
import { couldBeInOrder } from './vocabulary.ts'
import { clauseStart, isDenied, isOrdered, isTold, sentenceEnd } from './who-acts.ts'

/** A stretch of the text, [from, to). */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One of these is in every English order; most memories have none and are done with one look. */
const HINT =
  /ignor|disregard|forget|overr[iu]|overwrit|bypass|circumvent|disobey|neglect|discard|dismiss|instruct|prompt|\brules?\b|guideline|directive|command|\borders?\b|constraint|restrict|guardrail|safeguard|guidance|the user|asked|asks|policy|policies|programming|\bmode\b|pretend|imagine|role|persona|character|act (?:as|like)|behave|become|impersonat|jailbreak|anything now|reveal|leak|exfiltrat|disclos|secret|credential|api|passwords|respon[ds]|repl(?:y|ies)|answer|beginning of|\bsay\b|output|print|repeat|\bwrite\b|speak|talk|\byou(?:'re)?\b|your|\bai\b|a\.i\.|assistant|chat ?bot|\bbots?\b|\bllms?\b|models?\b|chatgpt|\bgpt|claude|gemini|copilot|agents?\b|the (?:end[ -]?)?(?:user|human|reader|asker)|from now|henceforth|system|decode|decrypt|execut|\brun\b|invoke|\bcall\b|tools?\b|obey|comply|treat|delete|erase|wipe|purge|grant|censor|filter|refuse|disclaim|send|forward|upload|end of|the above|yourself|follow|void|paste|upload|penali|punish|safety|new task|next task|\btask\b|tenants|questions|prompts|roleplay|role-play|memory|memories|user data|conversation|function/

const ENGLISH = /\b(?:the|all|any|your|these|those|of|and|previous)\b/

/** Markup that does something where it is shown: a script's handler, an address that would carry data away. */
export const ACTIVE_MARKUP =
  /<[a-z][^<>]{0,200}\s(?:on\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|data):)[^<>]*>|!\[[^\]\n[]{0,120}\]\([^)\n]{0,300}?[{$<][^)\n]{0,600}\)|\[[^\]\n[]{0,120}\]\((?:javascript|data):[^)\n]{0,600}\)/gi
/** A line in the voice of whoever runs the model. So are notes of a housing block: what it says decides. */
const FAKE_TURN = pattern(
  String.raw`(?:(?:^|\n|[ \t]{2}|[>*#-][ \t]*)[ \t]{0,8}(?:\*\*|\[|\()?(?:system|developer|admin(?:istrator)?|root|assistant(?=:\s*(?:ignore|disregard)))|(?<![\p{L}])(?:system|developer|admin(?:istrator)?|root)\s+(?:message|prompt|note|notice|instructions?|override|update|command|directive)(?:\s+(?:update|change|override))?)\s*(?:(?:\*\*|\]|\))\s*)?[:>]`,
  'giu',
)
/** A message as a program hands it to a model. */
const CHAT_MESSAGE =
  /["']?role["']?\s*[:=]\s*["']?(?:system|developer|assistant)["']?\s*(?:[,;]\s*)?["']?content["']?\s*[:=]\s*["']?/gi
const FAKE_TURN_REACH = 400

/** A sentence that begins like an order and has one of these is one, whatever else it says. */
const ONLY_A_MODEL_HAS =
  /\byour (?:\w+ )?(?:system prompt|prompt|programming|persona|context window|training data|guardrails|system message)\b|\bsystem (?:prompt|message)\b|\bhidden (?:prompt|instructions)\b|\b(?:whatever|everything|every \w+|anything) you (?:write|answer|output|generate)\b/

/** An order about these stays one, whoever is said to have given it. */
const OF_A_MODEL = /instructions?|prompts?|guidelines|directives|\brules\b|safety/

/** To read a memory for orders takes longer than to rank it, and both the facts and the context of an answer ask for them. */
const MOST_KEPT = 500_000

/** Where the text gives orders to a model. Overlaps are merged; what is hidden in an encoding counts as said. */
export const findOrders = recentTexts((text): readonly Span[] => ordersOf(text, true), MOST_KEPT)

function ordersOf(text: string, deep: boolean): Span[] {
  const marked = hasChatMarkers(text)
  const bare = withoutMachinery(text)
  const folded = fold(bare)
  const spans = scanBoth(folded, marked)
  if (deep) spans.push(...scanHidden(bare, folded))
  if (ONLY_A_MODEL_HAS.test(folded.text)) spans.push(...plainOrders(folded))
  if (spans.length > 0 || marked) {
    spans.push(...ordersIn(folded.text, 0, folded.text.length).map(({ from, to }) => original(folded, from, to)))
  }
  if (/system|developer|admin|root|role/.test(folded.text)) spans.push(...fakeTurns(folded, spans.length > 0))
  return merge(spans)
}

function scanBoth(folded: Folded, marked: boolean): Span[] {
  const joined = withoutSeparators(folded, couldBeInOrder)
  return joined ? [...scan(folded, marked), ...scan(joined, marked)] : scan(folded, marked)
}

/** The same length, so that places stay; a new sentence begins after each. */
const withoutMachinery = (text: string): string =>
  withoutMarkers(text.replace(ACTIVE_MARKUP, (mark) => `\n${' '.repeat(mark.length - 1)}`))

function scan(folded: Folded, marked: boolean): Span[] {
  const { text } = folded
  const spans: Span[] = []
  const add = (start: number, to: number) => spans.push(original(folded, start, sentenceEnd(text, to)))
  if (HINT.test(text) && (marked || speaksToModel(text))) {
    const { strong, imperative, role } = english()
    const meant = (from: number, to: number) =>
      (marked || (isMeantForModel(text, from, to) && !isAboutSomethingElse(text, from, to))) &&
      !isMentioned(text, from, to) &&
      (marked || !isSpeechInStory(text, from))
    const reported = (from: number, to: number) => isReported(text, to) && !OF_A_MODEL.test(text.slice(from, to))
    eachOf(
      strong,
      text,
      (from, to) => !isTold(text, from) && meant(from, to) && !reported(from, to) && add(clauseStart(text, from), to),
    )
    eachOf(
      imperative,
      text,
      (from, to) =>
        isOrdered(text, from) && meant(from, to) && !isReported(text, to) && add(clauseStart(text, from), to),
    )
    eachOf(role, text, (from, to) => !isDenied(text, from) && meant(from, to) && !isReported(text, to) && add(from, to))
  }
  for (const { hint, patterns, leads } of ELSEWHERE) {
    if (!hint.test(text)) continue
    for (const { pattern, isWeak } of patterns()) {
      each(pattern, text, (from, to) => {
        if (isWeak && ((!marked && !isRoleForModel(text, from, to)) || isReported(text, to))) return
        if (!marked && (isAboutSomethingElse(text, from, to) || isMentioned(text, from, to))) return
        const start = clauseStart(text, from)
        if (leads && !leads.test(text.slice(start, from))) return
        // "Ignore all … prompt." is Spanish too, by its verb and its noun, and has its full stop.
        const english = ENGLISH.test(text.slice(from, to))
        add(start, english ? Math.max(from, to - 1) : to)
        // What follows a foreign order is mostly its second half.
        const end = sentenceEnd(text, to)
        const next = sentenceEnd(text, end)
        if (!english && next - end < 80) spans.push(original(folded, end, next))
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

function scanHidden(text: string, folded: Folded): Span[] {
  const spans: Span[] = hiddenTexts(text)
    .filter((hidden) => ordersOf(hidden.text, false).length > 0)
    .map(({ from, to }) => ({ from, to }))
  if (/vtaber|qvfertneq|sbetrg|vafgehpg|cebzcg|erirny/.test(folded.text)) {
    spans.push(...ordersOf(rot13(text), false))
  }
  if (/erongi|dragersid|tegrof|snoitcurtsni|tpmorp|laever/.test(folded.text)) {
    const backwards = [...text].reverse().join('')
    spans.push(
      ...ordersOf(backwards, false).map(({ from, to }) => ({ from: text.length - to, to: text.length - from })),
    )
  }
  return spans
}

function plainOrders(folded: Folded): Span[] {
  const { text } = folded
  return ordersIn(text, 0, text.length).flatMap(({ from, to }) =>
    ONLY_A_MODEL_HAS.test(text.slice(from, to)) && !isReported(text, from) ? original(folded, from, to) : [],
  )
}

/** Sentences that would be orders in a text that gives orders. */
function ordersIn(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  for (let from = start; from < end; ) {
    const to = sentenceEnd(text, from)
    if (MORE_ORDERS.test(text.slice(from, to))) spans.push({ from, to })
    from = to
  }
  return spans
}

/** "System: …" is a line of a manual, unless what it says is an order to a model. */
function fakeTurns(folded: Folded, suspect: boolean): Span[] {
  const { text } = folded
  const turns = [...text.matchAll(FAKE_TURN())].flatMap(({ index, 0: voice }) => {
    const body = index + voice.length
    const end = Math.min(text.length, body + FAKE_TURN_REACH)
    if (suspect) return original(folded, index, sentenceEnd(text, body))
    const meant = isMeantForModel(text, body, sentenceEnd(text, body)) && ordersIn(text, body, end).length > 0
    return meant ? original(folded, index, end) : []
  })
  const messages = [...text.matchAll(CHAT_MESSAGE)].flatMap(({ index, 0: voice }) => {
    const body = index + voice.length
    const end = sentenceEnd(text, body)
    return MORE_ORDERS.test(text.slice(body, end)) ? original(folded, index, end) : []
  })
  return [...turns, ...messages]
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

import { isClock, isDate, isYear } from './dates.ts'
import { isNumber } from './numbers.ts'
import {
  AUXILIARIES,
  BINDERS,
  CLAUSAL,
  EMBEDDING,
  FREQUENCIES,
  GIVING,
  MONTHS,
  OBJECT_OF,
  PAST_OF,
  PLURAL_VERBS,
  SEASONS,
  SPANS,
  SUBJECT_OF,
  WEEKDAYS,
} from './same-statement.data.ts'

/**
 * One order for what may stand in several: the time of a plain statement goes last, its passive becomes active, whom goes before what.
 * Each step works on sentences of a single clause alone and leaves everything else as it was written: order is what tells roles apart.
 */
export function orderSentence(tokens: readonly string[]): string[] {
  if (tokens.length > 40) return [...tokens]
  const swapped = orderSubjects(tokens)
  if (swapped.some((token, i) => CLAUSAL.has(token) && swapped[i + 1] !== 'of')) return swapped
  const embeds = swapped.some((token, i) => EMBEDDING.has(token) && !DETERMINERS.has(swapped[i - 1] ?? ''))
  const { core, times } = embeds ? { core: swapped, times: [] } : splitTimes(swapped)
  return [...ordered(core), ...times]
}

/** After one of these "report" and "plan" are things, not verbs. */
const DETERMINERS = new Set(['the', 'a', 'an', 'my', 'your', 'his', 'her', 'our', 'their', "'s"])

const NEGATIONS = new Set(['not', 'no', 'never', 'nobody', 'nothing', 'none', 'hardly', 'only'])

function ordered(core: readonly string[]): string[] {
  const also = core.indexOf('also')
  if (also > 0) return [...ordered(core.toSpliced(also, 1)), 'too']
  const often = core.findIndex((token) => FREQUENCIES.has(token))
  // "Usually not" is not "not usually", nor "very often" "often".
  if (
    often >= 0 &&
    !core.some((token) => NEGATIONS.has(token)) &&
    !/^(?:very|how|too|quite|as|more)$/.test(core[often - 1] ?? '')
  ) {
    return [...recipientFirst(passiveToActive(core.toSpliced(often, 1))), core[often]!]
  }
  return recipientFirst(passiveToActive(core))
}

/** "Ben and Lea are married": who is named first does not matter, unless each has a part of their own further on. */
function orderSubjects(tokens: readonly string[]): string[] {
  const [first, and, second, verb] = tokens
  if (first === undefined || second === undefined || and !== 'and' || !PLURAL_VERBS.has(verb ?? '')) return [...tokens]
  if (tokens.indexOf('and', 2) > 0 || tokens.includes('respectively') || first <= second) return [...tokens]
  return [second, and, first, ...tokens.slice(3)]
}

interface TimePhrase {
  readonly words: readonly string[]
  readonly kind: 'clock' | 'day' | 'span' | 'bound' | 'now'
}

/** The times that a sentence opens or ends with, in one order, apart from the rest. With any doubt about what they belong to, none. */
function splitTimes(tokens: readonly string[]): { core: readonly string[]; times: readonly string[] } {
  const whole = { core: tokens, times: [] }
  const phrases: TimePhrase[] = []
  let start = 0
  for (let phrase = timeAt(tokens, 0); phrase !== null; phrase = timeAt(tokens, start)) {
    phrases.push(phrase)
    start += phrase.words.length
  }
  // "Tomorrow is my birthday" turns subject and verb round.
  if (phrases.length > 0 && AUXILIARIES.has(tokens[start] ?? '')) return whole
  let end = tokens.length
  for (let phrase = timeBefore(tokens, start, end); phrase !== null; phrase = timeBefore(tokens, start, end)) {
    phrases.push(phrase)
    end -= phrase.words.length
  }
  let core = tokens.slice(start, end)
  const now = core.indexOf('now')
  const isFree = now > 0 && !BINDERS.has(core[now - 1]!) && !phrases.some((phrase) => phrase.kind === 'now')
  if (isFree || (now > 0 && AUXILIARIES.has(core[now - 1]!))) {
    core = core.toSpliced(now, 1)
    phrases.push({ words: ['now'], kind: 'now' })
  }
  const kinds = new Set(phrases.map((phrase) => phrase.kind))
  if (core.length < 2 || kinds.size < phrases.length || (kinds.has('bound') && phrases.length > 1)) return whole
  if (core.some((token, i) => timeAt(core, i) !== null && token !== 'now')) return whole
  return { core, times: phrases.map((phrase) => phrase.words.join(' ')).sort() }
}

function timeBefore(tokens: readonly string[], start: number, end: number): TimePhrase | null {
  for (let length = 5; length > 0; length--) {
    const at = end - length
    if (at <= start) continue
    const phrase = timeAt(tokens, at)
    if (phrase?.words.length !== length) continue
    return BINDERS.has(tokens[at - 1]!) && !(AUXILIARIES.has(tokens[at - 1]!) || tokens[at - 1] === 'be')
      ? null
      : phrase
  }
  return null
}

const DAYS = new Set(['today', 'tonight', 'yesterday', 'tomorrow'])
const isWeekday = (token: string): boolean =>
  WEEKDAYS.has(token) || (token.endsWith('s') && WEEKDAYS.has(token.slice(0, -1)))
const isMonth = (token: string): boolean => token.length > 3 && MONTHS.has(token)

type Reader = (second: string, third: string) => readonly [length: number, kind: TimePhrase['kind']] | null

const isDay = (token: string): boolean => isWeekday(token) || isDate(token) || DAYS.has(token)

const readBound: Reader = (second) =>
  isDay(second) || isMonth(second) || isYear(second) || isClock(second) ? [2, 'bound'] : null

const readNear: Reader = (second, third) =>
  SPANS.has(second) || isWeekday(second) || isMonth(second)
    ? [isWeekday(second) && SEASONS.has(third) ? 3 : 2, 'day']
    : null

/** Words that a phrase of time begins with, and what has to follow. */
const LED_BY: Readonly<Record<string, Reader>> = {
  now: () => [1, 'now'],
  at: (second, third) => (isClock(second) ? [2, 'clock'] : second === 'the' && third === 'weekend' ? [3, 'day'] : null),
  on: (second) => (second === 'weekends' || second === 'weekdays' ? [2, 'day'] : null),
  in(second, third) {
    if (isMonth(second) || /^d:/.test(second) || isYear(second)) return [2, 'span']
    const isSpan = (second === 'the' && SEASONS.has(third)) || (isNumber(second) && SPANS.has(third))
    return isSpan ? [3, 'span'] : null
  },
  as: (second, third) => (second === 'of' && (isDate(third) || isYear(third)) ? [3, 'bound'] : null),
  since: readBound,
  until: readBound,
  by: readBound,
  this: readNear,
  next: readNear,
  last: readNear,
  every: readNear,
}

function timeAt(tokens: readonly string[], at: number): TimePhrase | null {
  const [first, second = '', third = ''] = tokens.slice(at, at + 3)
  if (first === undefined) return null
  const read = Object.hasOwn(LED_BY, first) ? LED_BY[first]!(second, third) : readUnled(first, second, third)
  return read && { words: tokens.slice(at, at + read[0]), kind: read[1] }
}

/** A date, a day of the week, "three days ago". */
function readUnled(first: string, second: string, third: string): ReturnType<Reader> {
  if (isDate(first)) return [1, 'day']
  if (DAYS.has(first) || isWeekday(first)) return [SEASONS.has(second) || second === 'night' ? 2 : 1, 'day']
  return isNumber(first) && SPANS.has(second) && third === 'ago' ? [3, 'day'] : null
}

/** "By car", "by hand", "by using": how, not who. */
const MEANS =
  /^(?:car|train|bus|plane|bike|hand|mistake|accident|default|chance|law|mail|email|post|telephone|far|then|now|\d.*|#.*|t\??:.*|d:.*|\w+ing)$/

/** "The report was written by Marta" is "Marta wrote the report". */
function passiveToActive(core: readonly string[]): readonly string[] {
  const by = core.indexOf('by')
  if (by < 3 || core.indexOf('by', by + 1) > 0) return core
  const participle = core[by - 1]!
  const past = PAST_OF().get(participle) ?? (participle.endsWith('ed') ? participle : undefined)
  const subject = core.slice(0, by - 2)
  const agent = core.slice(by + 1)
  if (past === undefined || !/^(?:was|were)$/.test(core[by - 2]!) || MEANS.test(agent[0] ?? '')) return core
  if (subject.length > 5 || agent.length === 0 || agent.length > 4 || subject.some((token) => AUXILIARIES.has(token)))
    return core
  if (agent.some((token) => AUXILIARIES.has(token) || /^(?:in|on|at|to|for|from|with)$/.test(token))) return core
  const as = (words: readonly string[], cases: ReadonlyMap<string, string>) =>
    words.length === 1 ? [cases.get(words[0]!) ?? words[0]!] : words
  return [...as(agent, SUBJECT_OF()), past, ...as(subject, OBJECT_OF())]
}

/** "Alice lent her bike to Bob" is "Alice lent Bob her bike". */
function recipientFirst(core: readonly string[]): string[] {
  const to = core.lastIndexOf('to')
  const verb = core.findIndex((token) => GIVING.has(token))
  const recipient = core.slice(to + 1)
  if (verb < 1 || to - verb < 2 || recipient.length === 0 || recipient.length > 2 || core.indexOf('to') !== to)
    return [...core]
  if (recipient.length === 2 && !/^(?:the|a|an|my|your|his|her|our|their)$/.test(recipient[0]!)) return [...core]
  return [...core.slice(0, verb + 1), ...recipient, ...core.slice(verb + 1, to)]
}

import { DAY_MS } from '../../runtime/duration.ts'
import type { Mention, Statement } from '../statement/fact.ts'
import { boundsOf } from './calendar.ts'
import { DATE_RULES, type DateRule } from './date-rules.ts'
import { whereItLooks } from './when-it-is.ts'

/** What a date cannot do without; whatever lacks it is read no further. */
const DATE_LIKE =
  /[12]\d{3}|\d\/\d|\d(?:st|nd|rd|th)\b|day\b|tomorrow|tonight|night\b|this (?:morning|afternoon|evening|lunchtime)|week|month|year|quarter|\bago\b|\bin (?:a|\d|one|two|three|four|five|six|seven|eight|nine|ten)|from (?:now|today)|\b(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\b|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|\bfall\b|winter|christmas|halloween|valentine/i

/** What comes again and again has no date of its own. */
const AGAIN =
  /\b(?:every|each|annual(?:ly)?|yearly|weekly|monthly|daily|usually|always|often|whenever|normally|typically|generally|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|mornings|evenings|nights|afternoons|summers|winters)\b|\b(?:once|twice|times) an? (?:day|week|month|year)\b|\b(?:of|in) the (?:week|month)\b/i
/** Days of the year: a day and a month without a year name all of them. */
const EVERY_YEAR = /\b(?:birthday|bday|anniversary|name ?day|born|holiday|birth)\b/i
/** "Rest day is Friday", "the deadline moved from Monday to Thursday". */
const DAY_OF_THE_WEEK = /\bday(?:s)? (?:is|are|was|were) (?:on )?\w+day\b/i
const MOVED = /\b(?:moved?|moves|changed?|changes|postponed?|pushed|shifted|rescheduled|delayed|brought|extended)\b/i
const ARRANGED = new RegExp(
  `${MOVED.source}|\\b(?:scheduled?|planned|booked|set|arranged|reserved|confirmed|ordered|bought|got|made|invited)\\b`,
  'i',
)
const SET_FOR = /\b(?:to|for|until)(?: the)? *(?:\w{0,3})$/i
/** What is booked comes later: "booked a stand in Milan, 26 to 29 March", "got two tickets for the opera, 3 May". */
const BOOKS =
  /^(?:(?:has|have|had|'s|'ve|just|already|also|finally|now|been|is|are|was|were|got) )*(?:(?:pre-?)?booked|reserved)\b(?! by\b)/i
const GETS_TICKETS = /\b(?:bought|got|gotten|ordered|secured)\b[^,.;]*\b(?:tickets?|seats|passes) (?:for|to)\b/i
/** But a day that has just been is mostly when it was booked. */
const JUST_BEEN_MS = 31 * DAY_MS
/** "booked on 3 May", "reserved by 4 June", "booked in April": then it was done, or is what it is done for. */
const DONE_THEN =
  /\b(?:on|in|by|since|during|until|till|early|late|mid|end of|start of|around|about|before|after|between)(?: the)? *$/i
const SINCE = /\bsince(?: the)? *$/i
/** What goes on every week: "trash is Tuesday", "swimming club is on Monday". */
const WEEKLY =
  /\b(?:class(?:es)?|club|choir|trash|rubbish|recycling|bins?|laundry|judo|karate|pilates|yoga|ballet|zumba|gymnastics|bridge|bingo|chess|scouts|brownies|(?:runn|swimm|skat|danc|sing|knitt|fenc|row|cycl|climb|rid|bowl)ing)$/i
const ONCE = /\b(?:first|last|next|final|trial|taster)\b/i
/** What is done on the day that is named, and mostly not on every one. */
const ON_A_DAY =
  /^(?:goes?|go) (?:away|back|home|on)\b|^(?:fl(?:y|ies)|changes?|switch(?:es)?|signs?|exchanges?|presents?|sits?|picks? up|expects?|wants?)\b/
const ONE_DAY = /^\d{4}-\d\d-\d\d/
const USED_TO = /\bused to\b/i

/** Some 4,000 years on each side of 1970: beyond it a year has no four digits. */
const MOST_MS = 1.2e14

interface Found {
  readonly rule: DateRule
  readonly date: string
  readonly at: number
  readonly end: number
}

/** A statement as far as its date goes. */
export type Dated = Pick<Statement<Mention>, 'subject' | 'predicate' | 'relation' | 'object' | 'text' | 'aspect'>

/**
 * The date that a statement names as its own, as precise as it is named (`2026-11-06`, `2026-11`, `2026`, `2026-11-07/2026-11-08`), or null. Relative
 * words count from when it was said (`now`; NaN: nobody knows). In doubt there is none.
 */
export function namedDate(fact: Dated, now: number): string | null {
  if (!DATE_LIKE.test(fact.text)) return null
  const found = datesIn(fact, now)
  if (found.length < 2) return found[0] ? alone(fact.text, found[0]) : null
  return between(fact.text, found) ?? narrowest(found)
}

/** Of what was moved from one day to another, where it was moved to. */
const alone = (text: string, { rule, date }: Found): string =>
  rule.name.endsWith('from-to') && MOVED.test(text) ? date.split('/').at(-1)! : date

function datesIn(fact: Dated, now: number): Found[] {
  const looks = whereItLooks(fact)
  const planned = fact.aspect === 'may'
  const known = Math.abs(now) < MOST_MS
  const again = AGAIN.test(fact.text)
  const onADay = ON_A_DAY.test(fact.relation)
  const isBooked = BOOKS.test(fact.relation) || GETS_TICKETS.test(fact.text)
  let text = fact.text
  const found: Found[] = []
  for (const rule of DATE_RULES()) {
    if (!known && rule.from !== 'itself') continue
    text = text.replaceAll(rule.pattern, (...match) => {
      const words: string = match[0]
      const at: number = match.at(-3)
      // What was booked for Friday comes on Friday.
      const before = fact.text.slice(0, at)
      const set = (SET_FOR.test(before) || SET_FOR.test(before + words.slice(0, 4))) && ARRANGED.test(fact.text)
      const since = SINCE.test(before) || /^since /i.test(words)
      const read = (looking: typeof looks) => rule.read(match.at(-1), { now, looks: looking, planned })
      const isAhead =
        set || (isBooked && !DONE_THEN.test(before) && isDayOfTheYear(rule) && !hasJustBeen(read('back'), now))
      const date = read(isAhead ? 'ahead' : since ? 'back' : looks)
      const habit = looks === 'again' && !(onADay && date !== null && ONE_DAY.test(date))
      if (date !== null && isOwn(rule, fact, words, again, habit))
        found.push({ rule, date, at, end: at + words.length })
      return ' '.repeat(words.length)
    })
  }
  return found.sort((a, b) => a.at - b.at)
}

const hasJustBeen = (date: string | null, now: number): boolean =>
  date !== null && now - Date.parse(date.split('/')[0]!) < JUST_BEEN_MS

const isDayOfTheYear = ({ name, from }: DateRule): boolean =>
  from === 'tense' && /^(?:days?|month)-.*(?:day|month)/.test(name) && name !== 'day-of-the-month'

/** Whether a date that is one of many is meant as this one. */
function isOwn({ name, from }: DateRule, fact: Dated, words: string, again: boolean, habit: boolean): boolean {
  if (from !== 'tense') return true
  if (again || DAY_OF_THE_WEEK.test(fact.text) || USED_TO.test(fact.relation)) return false
  if (name === 'weekday-and-its-day') return true
  const weekday = name.startsWith('weekday') || name === 'weekend'
  if (weekday) {
    // "I do judo on Monday" is every Monday; of "since Monday" and "by Friday" there is only one.
    if (habit && !/^(?:since|from|until|till|by|over|this) /i.test(words)) return false
    if (name === 'weekdays-from-to' && isEveryWeek(fact, words)) return false
    if (/^(?:is|are|has|have)(?: on)?$/.test(fact.relation) && !/^since /i.test(words) && isWeekly(fact)) return false
    const alone = name === 'weekday-alone' && fact.object.name.toLowerCase().includes(words.toLowerCase())
    return !alone || /_(?:on|at)$/.test(fact.predicate)
  }
  // "We sail in May", "the rent is due on the 1st": so it is every year, every month.
  if (habit || (name === 'day-of-the-month' && /\b(?:due|paid|pays?|rent|salary|payday)\b/i.test(fact.text)))
    return false
  return !EVERY_YEAR.test(`${fact.subject.name} ${fact.predicate.replaceAll('_', ' ')} ${fact.relation}`)
}

/** "Tom is in the lab Monday to Wednesday": where somebody works and as what, but not where he stays, and when something takes place. */
const isEveryWeek = ({ predicate, relation, object, text }: Dated, words: string): boolean =>
  /^(?:is|are)\b(?! \w+ing\b)/.test(relation) &&
  (/^(?:is_a|works_as)$/.test(predicate) || WORKPLACE.test(object.name)) &&
  !/^from /i.test(words) &&
  !/\b(?:this|next|coming)(?: week)?,? *$/i.test(text.slice(0, text.indexOf(words)))
const WORKPLACE =
  /\b(?:office|work|lab|shop|school|nursery|kindergarten|clinic|surgery|practice|library|warehouse|kitchen)$/i

const isWeekly = ({ subject, object, text }: Dated): boolean =>
  (WEEKLY.test(subject.name) || WEEKLY.test(object.name)) && !ONCE.test(text)

const JOINED = /^\s*(?:-|–|to|until|till|and|through)\s*(?:the\s+)?$/i

/** "from 3 May to 7 June"; of what was moved, where it was moved to. */
function between(text: string, found: readonly Found[]): string | null {
  const [first, last] = found
  if (found.length !== 2 || !first || !last) return null
  const isRange = /\b(?:from|between)\b/i.test(text.slice(Math.max(0, first.at - 10), first.at + 8))
  const gap = text.slice(first.end, last.at)
  const joined = JOINED.test(gap) || /^\s*$/.test(gap)
  if (!isRange || !joined) return null
  if (MOVED.test(text)) return last.date
  const [from, to] = [first.date.split('/')[0]!, last.date.split('/').at(-1)!]
  return boundsOf(from).start < boundsOf(to).start ? `${from}/${to}` : null
}

/** Several dates are one where each lies in the next: "last week on Tuesday". Otherwise nobody can tell which is the fact's. */
function narrowest(found: readonly Found[]): string | null {
  const all = found.map(({ date }) => ({ date, ...boundsOf(date) })).sort((a, b) => a.end - a.start - (b.end - b.start))
  const [best] = all
  return all.every(({ start, end }) => best!.start >= start && best!.end <= end) ? best!.date : null
}

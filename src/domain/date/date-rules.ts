import { DAY_MS } from '../../runtime/duration.ts'
import { lazy } from '../../runtime/lazy.ts'
import { dayIn, dayOf, mondayBefore, monthOf, weekendOf, weekOf, yearOf } from './calendar.ts'
import type { Looks } from './when-it-is.ts'

/** When and how something is said; `now` is NaN where nobody knows when. */
export interface Said {
  readonly now: number
  readonly looks: Looks
  /** It is planned or wished, not so already. */
  readonly planned: boolean
}

type Groups = Readonly<Record<string, string | undefined>>

export interface DateRule {
  readonly name: string
  /**
   * What the date hangs on: `itself` names its year, `now` counts from when it was said, and `tense` is one of many (a Friday, a March), of which
   * the tense tells which.
   */
  readonly from: 'itself' | 'now' | 'tense'
  readonly pattern: RegExp
  readonly read: (groups: Groups, said: Said) => string | null
}

const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
const WEEKDAY = '(?<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const SHORT_WEEKDAY =
  '(?<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sunday)'
const unnamed = (group: string): string => group.replace(/\?<\w+>/, '?:')
const ANY_WEEKDAY = unnamed(SHORT_WEEKDAY)
const DAYS = '(?:mon|tues?|weds?|thur?s?|fri|sat|sun)(?:day)?'
/** "Friday, 6 November": the weekday says nothing more. */
const ITS_WEEKDAY = `(?:\\b${SHORT_WEEKDAY},? (?:the )?)?`
const SEASON = '(?<season>spring|summer|autumn|fall|winter)'
const HOLIDAY =
  "(?<holiday>christmas eve|christmas(?: day)?|boxing day|new year['’]?s eve|new year['’]?s(?: day)?|halloween|valentine['’]?s(?: day)?)"
const DAY = '(?<day>\\d{1,2})(?<ordinal>st|nd|rd|th)?'
const YEAR = "(?<year>1\\d{3}|2[01]\\d\\d)(?![\\w%]|['’]s|[-.,:/]\\d)"
const NUMBER =
  '(?<count>\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)'
const UNIT = '(?<unit>hour|day|week|month|year)s?'
const WHICH = '(?<which>last|next|this|this past|this coming|the coming)'
/** "2000 people", "3 times": the number counts what follows. */
const NOT_COUNTED =
  '(?!\\s+(?:of\\s+)?(?:people|men|women|children|%|percent|per cent|bc|bce|(?!(?:as|is|was|has|does|his|this|plus|across|towards|always|perhaps|thus|its|us|besides|sometimes|versus|christmas)\\b)[a-z-]{2,}s)\\b)'
/** "next year's budget", "the last week of the course". */
const ALONE = "(?!['’]s|\\s+of\\b)"
const NO_NAME_OR_NUMBER = '(?<![\\w$€£#/.,:-])'

/** "Thu 1800–1900", "tomorrow 0930-1000": of a day or of every day, and no years. */
const HOURS =
  '(?<=\\b(?:(?:mon|tues?|weds?|wednes|thur?s?|fri|sat|satur|sun)(?:days?)?|tomorrow|today|tonight|daily|opens?|opening|every \\w+) )\\d\\d[03]0 ?[-–] ?\\d\\d[03]0'

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ')
const weekdayNumber = (name = ''): number => WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }
const COUNTS: Readonly<Record<string, number>> = Object.fromEntries(
  'a:1 an:1 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 fifteen:15 twenty:20 thirty:30'
    .split(' ')
    .map((pair) => [pair.split(':')[0], Number(pair.split(':')[1])]),
)
const numberOf = (word = ''): number => COUNTS[word.toLowerCase()] ?? Number(word)
const stepOf = (which = ''): number =>
  /last|past/i.test(which) ? -1 : /next/i.test(which) ? 1 : /coming/i.test(which) ? 0.5 : 0

/** Northern: half of those who say it would mean another, and nobody says which. Winter ends in the next year. */
const seasonIn = (season: string | undefined, year: number): string => {
  const month = SEASONS[season?.toLowerCase() ?? '']!
  return `${monthOf(year, month)}/${monthOf(year, month + 2)}`
}

const HOLIDAYS: readonly (readonly [RegExp, number, number])[] = [
  [/^christmas eve/i, 12, 24],
  [/^christmas/i, 12, 25],
  [/^boxing/i, 12, 26],
  [/eve$/i, 12, 31],
  [/^new year/i, 1, 1],
  [/^halloween/i, 10, 31],
  [/^valentine/i, 2, 14],
]
const holidayIn = (name = '', year: number): string | null => {
  const [, month, day] = HOLIDAYS.find(([pattern]) => pattern.test(name))!
  return dayIn(year, month, day)
}

const yearAt = (ms: number): number => new Date(ms).getUTCFullYear()
const monthAt = (ms: number): number => new Date(ms).getUTCMonth() + 1

/** The one of a year's dates that is nearest in the direction of the tense; the day itself counts as both. */
function nearestYear({ now, looks }: Said, dateIn: (year: number) => string | null): string | null {
  const year = yearAt(now)
  const today = dayOf(now)
  // Compared as far as both say: a month that has begun is neither past nor to come.
  const side = (date: string) => {
    const first = date.split('/')[0]!
    const same = today.slice(0, first.length)
    return first < same ? -1 : first > same ? 1 : 0
  }
  const years = looks === 'back' ? [year, year - 1, year - 2] : [year, year + 1, year + 2, year + 3, year + 4]
  for (const each of years) {
    const date = dateIn(each)
    if (date !== null && side(date) * (looks === 'back' ? 1 : -1) <= 0) return date
  }
  return null
}

/** The weekday before or after today; the same weekday is a week away, since today would be called today. */
function nearestWeekday(name: string | undefined, now: number, back: boolean): string {
  const ahead = (weekdayNumber(name) - new Date(now).getUTCDay() + 7) % 7 || 7
  return dayOf(now + (back ? (ahead === 7 ? -7 : ahead - 7) : ahead) * DAY_MS)
}

/** A few weeks on each side of today: the weekend that has begun is the one that is meant. */
function nearestWeekend({ now, looks }: Said): string {
  const begun = now >= mondayBefore(now) + 5 * DAY_MS
  return weekendOf(looks === 'back' && !begun ? now - 7 * DAY_MS : now)
}

function whichPeriod({ which, period, weekday, season, month, holiday }: Groups, said: Said): string | null {
  const { now } = said
  const step = stepOf(which)
  const looks: Looks = step < 0 ? 'back' : step > 0 ? 'ahead' : said.looks
  const year = yearAt(now)
  if (weekday) {
    const today = weekdayNumber(weekday) === new Date(now).getUTCDay()
    return step === 0 && today ? dayOf(now) : nearestWeekday(weekday, now, looks === 'back')
  }
  if (month) {
    const own = monthNumber(month)
    if (step === 0) return nearestYear({ ...said, looks }, (each) => monthOf(each, own))
    const current = own === monthAt(now)
    return current
      ? monthOf(year + (step < 0 ? -1 : 1), own)
      : nearestYear({ ...said, looks }, (each) => monthOf(each, own))
  }
  if (season) return whichSeason(season, step, { ...said, looks })
  if (holiday) return nearestYear({ ...said, looks }, (each) => holidayIn(holiday, each))
  const whole = Math.ceil(step)
  switch (period?.toLowerCase()) {
    case 'week':
      return weekOf(now + whole * 7 * DAY_MS)
    case 'weekend':
      return step === 0 || step === 0.5 ? nearestWeekend({ ...said, looks }) : weekendOf(now + whole * 7 * DAY_MS)
    case 'month':
      return monthOf(year, monthAt(now) + whole)
    case 'quarter': {
      const first = Math.floor((monthAt(now) - 1) / 3) * 3 + 1 + whole * 3
      return `${monthOf(year, first)}/${monthOf(year, first + 2)}`
    }
    default:
      return yearOf(year + whole)
  }
}

/** "last summer" is the one before that has ended, "next summer" the one that has not begun. */
function whichSeason(season: string, step: number, { now, looks }: Said): string | null {
  const month = monthOf(yearAt(now), monthAt(now))
  const years = [-2, -1, 0, 1, 2].map((shift) => seasonIn(season, yearAt(now) + shift))
  const begun = (one: string) => one.slice(0, 7) <= month
  const ended = (one: string) => one.slice(8) < month
  if (step < 0) return years.filter(ended).at(-1) ?? null
  if (step > 0) return years.find((one) => !begun(one)) ?? null
  return (looks === 'back' ? years.filter(begun).at(-1) : years.find((one) => !ended(one))) ?? null
}

function shifted(count: number, unit: string | undefined, now: number): string | null {
  if (!Number.isFinite(count)) return null
  switch (unit?.toLowerCase()) {
    case 'hour':
      return dayOf(now + count * (DAY_MS / 24))
    case 'day':
      return dayOf(now + count * DAY_MS)
    case 'week':
      return dayOf(now + count * 7 * DAY_MS)
    case 'month':
      return monthOf(yearAt(now), monthAt(now) + count)
    default:
      return yearOf(yearAt(now) + count)
  }
}

const dayAndMonth = ({ year, month, day, weekday }: Groups, said: Said): string | null => {
  const [own, date] = [monthNumber(month), Number(day)]
  if (year) return dayIn(Number(year), own, date)
  const nearest = (looks: Looks) => nearestYear({ ...said, looks }, (each) => dayIn(each, own, date))
  if (!weekday) return nearest(said.looks)
  // "I bought tickets for Saturday 21 November": what lies behind is only that they were bought.
  return [nearest(said.looks), nearest('ahead')].find((day) => day !== null && isThat(weekday, day)) ?? null
}

/** A day of another weekday than it was called is of another year. */
const isThat = (weekday: string | undefined, date: string): boolean =>
  new Date(date).getUTCDay() === weekdayNumber(weekday)

/** "Thursday 14th", "Friday the 19th": the nearest such day, within some months. */
function weekdayOfTheMonth({ weekday, day }: Groups, { now, looks }: Said): string | null {
  const step = looks === 'back' ? -1 : 1
  for (let days = 0; days <= FURTHEST_DAYS; days++) {
    const date = dayOf(now + step * days * DAY_MS)
    if (Number(date.slice(8)) === Number(day) && isThat(weekday, date)) return date
  }
  return null
}
const FURTHEST_DAYS = 100

const monthAfter = (first: string, month: number): string =>
  monthOf(Number(first.slice(0, 4)) + (month < Number(first.slice(5, 7)) ? 1 : 0), month)

const daysOfMonth = (groups: Groups, said: Said): string | null => {
  const first = dayAndMonth(groups, said)
  const last = first && dayIn(Number(first.slice(0, 4)), monthNumber(groups.month), Number(groups.last))
  return first && last && first < last ? `${first}/${last}` : null
}

/** Day first or month first is not told where both could be a month: then the year is sure, and nothing else. */
function slashed({ a, b, year }: Groups): string | null {
  const [first, second] = [Number(a), Number(b)]
  const full = year!.length === 2 ? 2000 + Number(year) : Number(year)
  if (first > 12) return dayIn(full, second, first)
  if (second > 12 || first === second) return dayIn(full, first, second)
  return first === 0 || second === 0 ? null : yearOf(full)
}

/** "12/24", "24/12": of two numbers that could both be a month nobody knows which is. */
function slashedDay({ a, b }: Groups, said: Said): string | null {
  const [first, second] = [Number(a), Number(b)]
  if (first > 12 === second > 12 && first !== second) return null
  const [month, day] = first > 12 ? [second, first] : [first, second]
  return nearestYear(said, (year) => dayIn(year, month, day))
}

const relativeDay = ({ word }: Groups, { now }: Said): string => {
  const said = word!.toLowerCase()
  const days = /before yesterday|before last/.test(said)
    ? -2
    : /yesterday|last night/.test(said)
      ? -1
      : /after tomorrow/.test(said)
        ? 2
        : /tomorrow/.test(said)
          ? 1
          : 0
  return dayOf(now + days * DAY_MS)
}

const rule = (
  name: string,
  from: DateRule['from'],
  source: string,
  read: DateRule['read'],
  flags = 'gi',
): DateRule => ({ name, from, pattern: new RegExp(source, flags), read })

/** How people name dates. In order: what a rule has read, the later ones no longer see. */
export const DATE_RULES = lazy((): readonly DateRule[] => [
  rule(
    'iso-day',
    'itself',
    `${NO_NAME_OR_NUMBER}(?<year>\\d{4})([-/])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})(?=$|T\\d|[^\\w/-])`,
    ({ year, month, day }) => dayIn(Number(year), Number(month), Number(day)),
  ),
  rule(
    'day-dot-month-dot-year',
    'itself',
    `${NO_NAME_OR_NUMBER}(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?(?<year>[12]\\d{3})(?!\\w|\\.\\d)`,
    ({ year, month, day }) => dayIn(Number(year), Number(month), Number(day)),
  ),
  rule(
    'slashes',
    'itself',
    `${NO_NAME_OR_NUMBER}(?<a>\\d{1,2})/(?<b>\\d{1,2})/(?<year>[12]\\d{3}|\\d{2})(?![\\w/])`,
    slashed,
  ),
  rule(
    'slashed-day',
    'tense',
    '\\b(?:on|by|until|till|since|for|due) (?!24/7)(?<a>\\d{1,2})/(?<b>\\d{1,2})(?=$|[.,;)](?!\\d)| (?:at|in|with|for|from|to)\\b)',
    slashedDay,
  ),
  rule(
    'years-from-to',
    'itself',
    `(?:\\b(?:from|between) (?<first>(?:1[5-9]|20)\\d\\d) (?:to|until|till|through|and)|${NO_NAME_OR_NUMBER}(?!${HOURS})(?<from>(?:1[5-9]|20)\\d\\d) ?[-–]) ?(?<last>(?:1[5-9]|20)\\d\\d)(?![\\w/-])${NOT_COUNTED}`,
    ({ first, from = first, last }) => (from! < last! ? `${from}/${last}` : null),
  ),
  rule(
    'months-from-to',
    'tense',
    `\\b(?:from|between) ${MONTH} (?:to|until|till|through|and) ${MONTH.replace('month', 'last')}(?:,? ${YEAR})?(?!\\w)`,
    ({ month, last, year }, said) => {
      const first = year
        ? monthOf(Number(year), monthNumber(month))
        : nearestYear(said, (each) => monthOf(each, monthNumber(month)))
      return first && `${first}/${monthAfter(first, monthNumber(last))}`
    },
  ),
  rule(
    'weekday-and-its-day',
    'tense',
    `\\b(?:on |for |by |until )?${SHORT_WEEKDAY},? (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?${unnamed(MONTH)}| ?(?:-|–)| (?:to|until|till|and) )(?!\\w)`,
    weekdayOfTheMonth,
  ),
  // "the second Thursday", "Easter Monday": not the next one.
  rule(
    'weekday-of-its-own',
    'tense',
    `\\b(?:(?:on|for|until|by|from|since) )?(?:(?:the )?(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|other)|the last|easter|palm|good|ash|whit|black|cyber|shrove|maundy|holy|pancake) ${SHORT_WEEKDAY}(?!\\w)`,
    () => null,
  ),
  rule(
    'weekdays-from-to',
    'tense',
    `\\b(?<from>from )?${WEEKDAY} (?:to|until|till|through|-|–) ${WEEKDAY.replace('weekday', 'last')}\\b`,
    ({ weekday, last }, { now, looks }) => {
      if (looks === 'again') return null
      const first = Date.parse(nearestWeekday(weekday, now, looks === 'back'))
      const end = nearestWeekday(last, first, false)
      // Who is back from Monday to Friday speaks of days that are over.
      return looks === 'back' && end > dayOf(now)
        ? `${dayOf(first - 7 * DAY_MS)}/${dayOf(Date.parse(end) - 7 * DAY_MS)}`
        : `${dayOf(first)}/${end}`
    },
  ),
  rule(
    'weekdays-of-every-week',
    'tense',
    `\\b${ANY_WEEKDAY},? ?(?:/|&|\\+|and|-|–)? ?${ANY_WEEKDAY}(?!\\w)(?:,? ?(?:/|&|and) ?${ANY_WEEKDAY}(?!\\w))?|(?<!from )\\b${DAYS} (?:to|thru|through) ${DAYS}\\b`,
    () => null,
  ),
  rule(
    'iso-month',
    'itself',
    `${NO_NAME_OR_NUMBER}(?<date>(?:19|20)\\d\\d-(?:0[1-9]|1[0-2]))(?![\\w/-])`,
    ({ date }) => date!,
  ),
  rule(
    'days-of-a-month-of-a-year',
    'itself',
    `${NO_NAME_OR_NUMBER}${DAY} ?(?:-|–|to|until|and) ?(?:the )?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? ${YEAR}`,
    daysOfMonth,
  ),
  rule(
    'days-of-a-month',
    'tense',
    `${NO_NAME_OR_NUMBER}${DAY} ?(?:-|–|to|until|and) ?(?:the )?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}`,
    daysOfMonth,
  ),
  rule(
    'month-and-its-days',
    'tense',
    `\\b${MONTH} ${DAY} ?(?:-|–) ?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?(?!\\w|[.,:]\\d)`,
    daysOfMonth,
  ),
  rule(
    'day-month-year',
    'itself',
    `${ITS_WEEKDAY}${NO_NAME_OR_NUMBER}${DAY}(?: of|-)?[ -]?\\b${MONTH},?[ -]${YEAR}${NOT_COUNTED}`,
    dayAndMonth,
  ),
  rule('month-day-year', 'itself', `${ITS_WEEKDAY}\\b${MONTH} (?:the )?${DAY},? ${YEAR}${NOT_COUNTED}`, dayAndMonth),
  rule(
    'day-month',
    'tense',
    `${ITS_WEEKDAY}${NO_NAME_OR_NUMBER}${DAY}(?: of)? ${MONTH}(?! \\d{4})${NOT_COUNTED}`,
    dayAndMonth,
  ),
  rule(
    'ordinal-of-a-month',
    'tense',
    `\\bthe (?<word>${ORDINALS.join('|')}) of ${MONTH}(?:,? ${YEAR})?`,
    ({ word, ...groups }, said) =>
      dayAndMonth({ ...groups, day: String(ORDINALS.indexOf(word!.toLowerCase()) + 1) }, said),
  ),
  rule(
    'month-day',
    'tense',
    `${ITS_WEEKDAY}\\b${MONTH} (?:the )?${DAY}(?![\\w%]|[.,:/]\\d)${NOT_COUNTED}`,
    // "They may 3D-print it", "we march 3 miles".
    (groups, said) =>
      groups.ordinal || !/^(?:may|mar(?:ch)?)$/.test(groups.month!) ? dayAndMonth(groups, said) : null,
  ),
  rule('month-year', 'itself', `\\b${MONTH}(?: of|,)? ${YEAR}${NOT_COUNTED}`, ({ year, month }) =>
    monthOf(Number(year), monthNumber(month)),
  ),
  rule('season-year', 'itself', `\\b${SEASON}(?: of|,)? ${YEAR}${NOT_COUNTED}`, ({ season, year }) =>
    seasonIn(season, Number(year)),
  ),
  rule('holiday-year', 'itself', `\\b${HOLIDAY}(?: of|,)? ${YEAR}${NOT_COUNTED}`, ({ holiday, year }) =>
    holidayIn(holiday, Number(year)),
  ),
  rule(
    'quarter-year',
    'itself',
    `\\b(?:q(?<quarter>[1-4])|(?<word>first|second|third|fourth|last) quarter)(?: of|,)? ${YEAR}`,
    ({ quarter, word, year }) => {
      const n = Number(quarter ?? ['first', 'second', 'third', 'fourth'].indexOf(word!.toLowerCase()) + 1) || 4
      return `${monthOf(Number(year), n * 3 - 2)}/${monthOf(Number(year), n * 3)}`
    },
  ),
  rule(
    'year',
    'itself',
    `\\b(?<how>in|since|during|until|till|by|early|mid|late|(?:end|beginning|start|middle) of|back in|the year)[ -]${YEAR}${NOT_COUNTED}`,
    // What grew "by 2000" did not grow in a year.
    ({ how, year }, { looks }) => (how!.toLowerCase() === 'by' && looks !== 'ahead' ? null : yearOf(Number(year))),
  ),
  rule(
    'week-from',
    'now',
    `\\ba week (?:on|from) ${WEEKDAY}|\\b${WEEKDAY.replace('weekday', 'other')} week\\b`,
    ({ weekday, other }, { now }) => dayOf(Date.parse(nearestWeekday(weekday ?? other, now, false)) + 7 * DAY_MS),
  ),
  rule(
    'weekday-of-a-week',
    'now',
    `\\b(?:${WEEKDAY}(?: (?:morning|afternoon|evening|night))?(?: of)? ${WHICH} week|${WHICH.replace('which', 'week')} week,?(?: on)? ${WEEKDAY.replace('weekday', 'day')})\\b`,
    ({ weekday, which, week, day }, { now }) =>
      dayOf(
        mondayBefore(now) + (((weekdayNumber(weekday ?? day) + 6) % 7) + 7 * Math.ceil(stepOf(which ?? week))) * DAY_MS,
      ),
  ),
  rule(
    'relative-day',
    'now',
    "\\b(?<word>(?:the )?day before yesterday|(?:the )?day after tomorrow|(?:the )?night before last|yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening|lunchtime))\\b(?!['’]s)",
    relativeDay,
    'g',
  ),
  rule(
    'end-of-this-period',
    'now',
    "\\b(?:end|beginning|start|middle|later|earlier)(?: of)? (?:the|this) (?<period>week|month|year|quarter)\\b(?!['’]s)",
    whichPeriod,
  ),
  rule(
    'which-period',
    'now',
    `\\b${WHICH} (?:(?<period>weekend|week|month|year|quarter)|${SHORT_WEEKDAY}|${SEASON}|${MONTH}|${HOLIDAY})(?!\\w)${ALONE}`,
    whichPeriod,
  ),
  rule(
    'ago',
    'now',
    `(?<!\\b(?:than|over|nearly|almost|under|half|and|point) )\\b${NUMBER} ${UNIT} ago\\b`,
    ({ count, unit }, { now }) => shifted(-numberOf(count), unit, now),
  ),
  rule('from-now', 'now', `\\b${NUMBER} ${UNIT} from (?:now|today)\\b`, ({ count, unit }, { now }) =>
    shifted(numberOf(count), unit, now),
  ),
  rule(
    'in-some-time',
    'now',
    `(?<!\\b(?:once|twice|times|least|most) )\\bin (?:exactly |about )?${NUMBER} ${UNIT}(?:['’]s?)?(?= time\\b|$|[.,;)]| (?:at|on|to|from|with|for|because|after|in)\\b)`,
    ({ count, unit }, { now, looks, planned }) =>
      // "Eight meetings in a week" tells how many, "will leave in a week" when.
      looks === 'ahead' && (planned || !/^an?$/i.test(count!)) ? shifted(numberOf(count), unit, now) : null,
  ),
  rule(
    'weekday',
    'tense',
    `\\b(?:on|by|until|till|since|from|to|for|and|or) ${SHORT_WEEKDAY}(?!\\w)${ALONE}`,
    ({ weekday }, { now, looks }) => nearestWeekday(weekday, now, looks === 'back'),
  ),
  rule(
    'weekday-alone',
    'tense',
    `(?<!\\b(?:called|named|like|with|of|the|a|as|at|in|favourite|favorite|to|['’]s \\w+) )\\b${WEEKDAY}(?= (?:morning|afternoon|evening|night|at \\d)|$|[.,;)])`,
    ({ weekday }, { now, looks }) => nearestWeekday(weekday, now, looks === 'back'),
  ),
  rule('weekend', 'tense', `\\b(?:at|on|over|during|for|by|this) the weekend\\b${ALONE}`, (_, said) =>
    nearestWeekend(said),
  ),
  rule(
    'month',
    'tense',
    `(?<!\\b(?:believ\\w+|trust\\w*|confid\\w+|interest\\w*) )\\b(?:in|since|until|till|during|early|mid|late|(?:end|beginning|start|middle) of|back in)(?: (?:early|mid|late))?[ -]${MONTH}(?!\\w)${ALONE}`,
    ({ month }, said) => nearestYear(said, (year) => monthOf(year, monthNumber(month))),
  ),
  rule(
    'by-a-month',
    'tense',
    `(?<!(?:ed|en|made|built|led|run|sung|lent|held) )\\bby ${MONTH}(?!\\w)${ALONE}`,
    ({ month }, said) =>
      said.looks === 'ahead' ? nearestYear(said, (year) => monthOf(year, monthNumber(month))) : null,
  ),
  rule(
    'season',
    'tense',
    `\\b(?:in|over|during|since|until|till|by|early|late|throughout)(?: (?:early|mid|late))?(?: the)? ${SEASON}(?!\\w)${ALONE}`,
    ({ season }, said) => whichSeason(season!, 0, said),
  ),
  rule('holiday', 'tense', `\\b(?:on|at|for|over|by|since|until) ${HOLIDAY}(?!\\w)${ALONE}`, ({ holiday }, said) =>
    nearestYear(said, (year) => holidayIn(holiday, year)),
  ),
  rule(
    'day-of-the-month',
    'tense',
    '\\b(?<how>on|by|until|till|since) the (?<day>\\d{1,2})(?:st|nd|rd|th)(?=$|[.,;)]| (?:at|in|with|for|from|to)\\b)',
    ({ how, day }, said) => {
      // What was painted "by the 3rd" was not painted on it.
      if (/^(?:by|until|till)$/i.test(how!) && said.looks !== 'ahead') return null
      const year = yearAt(said.now)
      const month = monthAt(said.now)
      const step = said.looks === 'back' ? -1 : 1
      for (let i = 0; i < 3; i++) {
        const date = dayInMonth(year, month + i * step, Number(day))
        if (date && (step < 0 ? date < dayOf(said.now) : date > dayOf(said.now))) return date
      }
      return null
    },
  ),
])

const dayInMonth = (year: number, month: number, day: number): string | null => {
  const [y = '', m = ''] = monthOf(year, month).split('-')
  return dayIn(Number(y), Number(m), day)
}

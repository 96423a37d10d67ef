import { DAY_MS } from '../../runtime/duration.ts'
import { wordMap } from '../words/word-set.ts'

const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ')

const WEEKDAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const SMALL_NUMBERS = wordMap(
  'a:1 an:1 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 twelve:12',
)

const RELATIVE =
  /\b(?:(the day before yesterday|the day after tomorrow|yesterday|today|tonight|tomorrow)|(?<!\bthe\s(?=last\s+\w+day\b))(last|next|this)\s+(week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)|(\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(day|week|month|year)s?\s+ago|in\s+(\d{1,2}|a|an|one|two|three|four|five|six|seven|eight|nine|ten)\s+(day|week|month|year)s?(?=$|[\s.,]))\b(?!['’]s| of\b)/gi

/**
 * Adds the date that is meant to words that only mean something today: "last week" → "last week (week of 2 November 2026)". "In two weeks" is
 * a date only within `ahead`, the words that look ahead; elsewhere it may be how long something takes ("9 puffs in one week").
 */
export function absoluteDates(text: string, now: number, ahead: string = text): string {
  if (!Number.isFinite(now)) return text
  return text.replace(RELATIVE, (words, day, which, unit, count, agoUnit, inCount, inUnit) => {
    const meant = day
      ? dayDate(day, now)
      : which
        ? periodDate(which, unit, now)
        : count
          ? shifted(-numberOf(count), agoUnit, now)
          : ahead.includes(words.replace(/^in\s+/i, ''))
            ? shifted(numberOf(inCount), inUnit, now)
            : null
    return meant ? `${words} (${meant})` : words
  })
}

const numberOf = (word: string): number => Number(SMALL_NUMBERS.get(word.toLowerCase()) ?? word)

const fullDate = (time: number): string => {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTH_NAMES[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

function monthDate(date: Date, shift: number): string {
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift, 1))
  return `${MONTH_NAMES[month.getUTCMonth()]} ${month.getUTCFullYear()}`
}

function dayDate(word: string, now: number): string {
  const shift: Record<string, number> = {
    'the day before yesterday': -2,
    yesterday: -1,
    tomorrow: 1,
    'the day after tomorrow': 2,
  }
  return fullDate(now + (shift[word.toLowerCase()] ?? 0) * DAY_MS)
}

function periodDate(which: string, unit: string, now: number): string | null {
  const step = { last: -1, this: 0, next: 1 }[which.toLowerCase()] ?? 0
  const name = unit.toLowerCase()
  const date = new Date(now)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  if (name === 'week') return `week of ${fullDate(now - sinceMonday * DAY_MS + step * 7 * DAY_MS)}`
  if (name === 'weekend') return fullDate(now + (5 - sinceMonday + step * 7) * DAY_MS)
  if (name === 'month') return monthDate(date, step)
  if (name === 'year') return String(date.getUTCFullYear() + step)
  const weekday = WEEKDAY_NAMES.indexOf(name)
  if (weekday < 0 || step === 0) return null
  const distance = (weekday - date.getUTCDay() + 7) % 7 || 7
  return fullDate(now + (step > 0 ? distance : distance - 7 === 0 ? -7 : distance - 7) * DAY_MS)
}

function shifted(count: number, unit: string, now: number): string | null {
  if (!Number.isFinite(count)) return null
  const date = new Date(now)
  switch (unit.toLowerCase()) {
    case 'day':
      return fullDate(now + count * DAY_MS)
    case 'week':
      return fullDate(now + count * 7 * DAY_MS)
    case 'month':
      return monthDate(date, count)
    default:
      return String(date.getUTCFullYear() + count)
  }
}

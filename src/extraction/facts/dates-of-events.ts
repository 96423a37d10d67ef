import { DATE_NAMES, NUMBER_WORDS, TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'

/** Words of a date beside those that name a time: "early next March", "the last week of term", "still Fridays at half past six". */
const BETWEEN = wordSet(
  `the a an of at in on and or to from by till until around about approx circa c ca every each next last this coming following early late mid end start
  beginning due past other second alternate only sharp still now again already first third fourth fifth o'clock am pm a.m a.m. p.m p.m. h utc gmt cet`,
)

const FEASTS = wordSet(
  `noon midnight today tomorrow yesterday tonight easter christmas xmas eid diwali ramadan thanksgiving halloween whitsun pentecost advent hanukkah
  lunchtime teatime payday`,
)

/** Many of them are a shift or a while, and no day. */
const WHILES = /^(?:nights|days|mornings|evenings|afternoons|lates|earlies|min|fall|spring|second)$/

const saysWhen = (word: string): boolean =>
  /\d/.test(word) || DATE_NAMES.has(word) || TIME_NOUNS.has(word) || FEASTS.has(word) || NUMBER_WORDS.has(word)

/** "3 May", "Thursdays at six", "next spring"; not "pregnant, due January", "nights", "Hui Min", "a wet Sunday". */
export function isDateName(name: string): boolean {
  const words = name
    .toLowerCase()
    .replace(/,.*/, '')
    .split(/[\s–-]+/)
  if (
    WHILES.test(words.at(-1)!) &&
    !words.slice(0, -1).some((word) => saysWhen(word) || /^(?:last|next|this|early|late|mid)$/.test(word))
  )
    return words.length === 2 && words[0] === 'in'
  return NAMED_DAY.test(name) || words.every((word) => BETWEEN.has(word) || saysWhen(word))
}

/** "Cyber Monday", "Boxing Day", "Mardi Gras Night" */
const NAMED_DAY = /^(?:[A-Z][a-z']+ ){1,2}(?:Day|Night|Eve|Weekend|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/

/** "six", "18:30": an hour of every day, and no day. */
export const isHour = (name: string): boolean => CLOCK.test(name) || NUMBER_WORDS.has(name.toLowerCase())

const CLOCK = /^(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?(?: ?(?:am|pm|h|uhr))?$/i

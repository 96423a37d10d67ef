const TIME =
  '(?:\\d|(?:early|late|mid|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter)\\b)'
const SPAN = '(?:night|morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|winter)'

/** "Passed" with nothing that was passed: a time, a place to die in, or the end of the clause follows. */
const PASSED = new RegExp(
  [
    `\\bpassed(?: on)?(?: (?:early |late )?(?:in|on|this|last)(?: the)? ${TIME}`,
    ` (?:early |late )?(?:this|last) ${SPAN}\\b(?!['’])`,
    ' in (?:(?:his|her|their) (?:sleep|arms)|hospital|peace)\\b',
    ' at (?:home|the age|age|\\d)',
    " (?:yesterday|today|tonight|recently|peacefully|suddenly|quietly|unexpectedly)\\b(?!['’])",
    ' [a-z0-9]+(?: few| couple of| of)? (?:hour|day|week|month|year)s? (?:ago|later|before|back)\\b',
    ' (?:and|but|so|when|while|before|because|after (?:an?|his|her|their))\\b',
    '\\s*(?:[.,;:!?)–—]|$))',
  ].join('|'),
  'i',
)
const ALWAYS_DEATH =
  /\bpass(?:ed|es|ing) away\b|(?:['’]s|\b(?:his|her|their|the))(?: [a-z]+)? passing\b(?= of\b|[^a-z]*$| in\b| on\b| last\b)/i
/** Where one of these is spoken of, whoever passed did well. */
const EXAM =
  /\b(?:tests?|exams?|examination|theory|finals|quiz|interview|audition|inspection|audit|licen[cs]e|driving|mocks?|certificate|grades?|first (?:time|try|attempt)|flying colou?rs|distinction|merit)\b/i

/** Does a sentence with "passed" tell that somebody died? "Passed her driving test" and "passed on the offer" do not. */
export const tellsPassing = (sentence: string): boolean =>
  ALWAYS_DEATH.test(sentence) || (PASSED.test(sentence) && !EXAM.test(sentence))

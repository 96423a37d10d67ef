/** A note "from Monday" or "of the day" is from nobody else: who tells it wrote it then. */
const WHEN =
  "(?:today|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d+|the (?:other )?day(?= before| after|\\s*[:–—-])|(?:this|last) (?:night|morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\\b(?!['’])"

/** How a text begins that passes on what somebody else wrote: a forwarded mail, a letter that was copied in. "Forward planning" does not. */
const PASSED_ON = new RegExp(
  [
    String.raw`^\W*(?:(?:fwd?|forward(?:ed|ing)?)(?:\s*[:\]\n]| (?:(?:this|the|an?) )?(?:message|e-?mail|mail|msg)\b(?! (?:to|address)\b)| (?:from|by) (?!${WHEN}))`,
    '(?:from|von|de|da|to): ',
    `(?:e-?mail|mail|message|msg|text|sms|letter|note|memo|voicemail|dm|mensaje|nachricht|mitteilung|messaggio|nota) (?:from|by|of|de|von|di|da) (?!${WHEN})`,
    String.raw`[^\n:]{1,60}\b(?:wrote|writes|schrieb|escribió|ha scritto):)`,
  ].join('|'),
  'i',
)

/** Is "I" in this text probably another than who told it? */
export const isPassedOn = (text: string): boolean => PASSED_ON.test(text)

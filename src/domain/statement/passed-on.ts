/** How a text begins that passes on what somebody else wrote: a forwarded mail, a letter that was copied in. */
const PASSED_ON =
  /^\W*(?:fwd?\b|forward(?:ed|ing)?\b|(?:from|von|de|da): |(?:e-?mail|mail|message|msg|text|sms|letter|note|memo|voicemail|dm|mensaje|nachricht|mitteilung|messaggio|nota) (?:from|by|of|de|von|di|da) |[^\n:]{1,60}\b(?:wrote|writes|schrieb|escribió|ha scritto):)/i

/** Is "I" in this text probably another than who told it? */
export const isPassedOn = (text: string): boolean => PASSED_ON.test(text)

import { pattern } from '../../runtime/pattern.ts'

/** The least that a text has where there is anything to do: one cheap look spares the classes below. */
const ODD = pattern(
  String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]`,
  '',
)

/** Whatever some reader takes for the end of a line, in Unicode, in Python, on a terminal. */
const LINE_BREAK = pattern(String.raw`\r\n?|[\v\f\x1c-\x1f\x85\u2028\u2029]`, 'g')

/** Scripts in which a joiner changes what is written. */
const JOINING =
  'Arabic Syriac Nko Mongolian Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')
/** What is not seen itself needs nothing: a row of joiners is never kept. */
const after = (letters: string) => String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})${letters})`

/** Where what nobody sees is part of the writing: in these scripts, in emoji, in the three flags that are spelled in tags. */
const NEEDED = [
  String.raw`${after(`[${JOINING}]`)}[\u200c\u200d]`,
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`${after(String.raw`\p{Script=Mongolian}`)}[\u180b-\u180d\u180f]`,
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
].join('|')

/** Default ignorables (zero width, soft hyphen, directions, tags, variation selectors, fillers), controls, halves of a pair. */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb]|\p{Cs}|(?![\t\n])\p{Cc}`

const UNSEEN = pattern(`(${NEEDED})|${INVISIBLE}`, 'gu')

/** The text without what nobody sees, except where its writing needs it. Every kind of line break is `\n`. */
export const printable = (text: string): string =>
  ODD().test(text) ? text.replace(LINE_BREAK(), '\n').replace(UNSEEN(), (_, needed?: string) => needed ?? '') : text

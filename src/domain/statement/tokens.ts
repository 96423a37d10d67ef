import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { CONTRACTIONS, DECORATION, DOUBLED_L, ENDINGS, OUR_STEMS, SPELLING } from './same-statement.data.ts'

const DOTTED_LETTERS = pattern(String.raw`^(?:\p{L}\.)+\p{L}$`, 'u')

/**
 * A text as the words it is made of, spelled in one way, in order. Besides words there are marks, which later steps use and then drop:
 * `.` end of a sentence, `?` end of a question, `,` a pause, `:` after a word, `"` a quotation mark.
 * Sentence marks are dropped late because what stands first or last in a sentence may be filler.
 */
export function statementTokens(text: string): string[] {
  const folded = fold(text)
  const tokens: string[] = []
  for (const match of folded.matchAll(TOKEN())) {
    const found = match[0]
    if (match[1] !== undefined) pushWord(tokens, found)
    else if (match.groups?.code !== undefined) tokens.push('`', ...(found.match(/[^\s`]+/g) ?? []), '`')
    else if (match.groups?.mark !== undefined) pushMark(tokens, found)
    else if (match.groups?.link !== undefined) tokens.push(found.replace(/[.,;:!?)\]]+$/, ''))
    else if (match.groups?.number !== undefined)
      tokens.push(found.replaceAll(',', '').replace('−', '-').replace(/^\./, '0.'))
    else if (match.groups?.phone !== undefined) tokens.push(found.replace(/[^\d+]/g, ''))
    else if (match.groups?.run !== undefined) pushRun(tokens, found)
    else tokens.push(found === '&' ? 'and' : found)
  }
  return tokens
}

/** In the order in which they are tried. Repetitions that could be tried again from each of their characters are bounded: the whole stays linear. */
const TOKEN = lazy(
  () =>
    new RegExp(
      [
        // The plain word comes first only because it is by far the most frequent.
        String.raw`([a-z]+)(?=[\s,])`,
        String.raw`(?<code>\x60{3}[^]*?(?:\x60{3}|$))`,
        String.raw`(?<link>(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+)`,
        // Notations of dates and times stay whole here and are read by the next step.
        String.raw`\d{4}[-\/]\d{1,2}[-\/]\d{1,2}(?![\d-])`,
        String.raw`\d{1,2}(?<dot>[.\/])\d{1,2}\k<dot>\d{4}(?!\d)`,
        String.raw`\d{1,2}:\d{2}(?::\d{2})?(?![\d:])`,
        String.raw`(?<=\d ?)[ap](?:m|\.m\.?)(?![\p{L}\d])`,
        String.raw`(?<phone>\+\d[\d ().-]{6,20}\d|\(\d{3}\) ?\d{3}[-. ]\d{4}(?!\d)|(?<![\d.])\d{3}(?<gap>[-. ])\d{3}\k<gap>\d{4}(?!\d))`,
        // 1,200 and 3.5 are one number, 1.2.3 a version. A minus sign counts only where nothing stands before it.
        String.raw`(?<number>(?:(?<![^\s(])[-−])?(?:\d{1,3}(?:,\d{3}){1,5}(?![\d,])|\d+)(?:\.\d+)*|(?<![\p{L}\d])\.\d+)`,
        String.raw`(?<flag>(?<=\s)--?[a-z][\w-]*)`,
        String.raw`(?<run>w\/o?(?!\p{L})|b\/c(?!\p{L})|[\p{L}\p{M}\p{N}_]+(?:[.'&-][\p{L}\p{M}\p{N}_]+)*(?:\+\+|#(?!\w))?|'(?:s|d|ll|ve|re|m)\b)`,
        String.raw`!=+|[<>=]=+|&&|\|\|`,
        String.raw`(?<mark>[.!?…。！？؟]+|[,;:"()\n、，；：]|[-–—]+)`,
        String.raw`[^\s\p{P}\p{Cc}\p{Cf}]|[%#@&/\\]`,
      ].join('|'),
      'gu',
    ),
)

/** Case, width, quotes, dashes and invisible characters. Upper case first, so that ß and SS, ı and I meet. */
function fold(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) {
    const small = text.toLowerCase()
    return small.includes(':') || small.includes(';') ? small.replace(DECORATION, ' ') : small
  }
  return text
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/[‘’‛ʼ′]/g, "'")
    .replace(/[“”„«»″]/g, '"')
    .replace(/½/g, ' 1/2')
    .replace(/²/g, '^2')
    .replace(/³/g, '^3')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(DECORATION, ' ')
}

function pushMark(tokens: string[], mark: string): void {
  if (/[?？؟]/.test(mark)) tokens.push('?')
  else if (/[.!…。！\n]/.test(mark)) tokens.push('.')
  else if (/["]/.test(mark)) tokens.push('"')
  else if (/[:：]/.test(mark)) tokens.push(':')
  else if (/^[–—-]+$/.test(mark)) tokens.push('-')
  else tokens.push(',')
}

const CJK = pattern(String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`, 'u')

function pushRun(tokens: string[], run: string): void {
  // Without spaces between words each sign counts for itself, so that a comma between two makes no difference.
  if (CJK().test(run)) for (const sign of run) tokens.push(sign)
  // "30-minute" never comes here (numbers go first); "covid-19" and "qx-9913-b" are codes, and codes are compared whole.
  else if (/\d/.test(run)) tokens.push(run)
  else if (SPELLING().has(run)) pushWord(tokens, run)
  else if (run.includes("'")) pushContraction(tokens, run)
  else if (DOTTED_LETTERS().test(run)) tokens.push(run.replaceAll('.', ''))
  else if (run.includes('-')) for (const part of run.split('-')) pushRun(tokens, part)
  else pushWord(tokens, run)
}

function pushWord(tokens: string[], word: string): void {
  const spelled = SPELLING().get(word)
  if (spelled === undefined) tokens.push(spell(word))
  else tokens.push(...spelled.split(' '))
}

/** British and American spelling by rule, where the rule cannot make two words one. */
function spell(word: string): string {
  if (word.length < 5) return word
  if (word.includes('our') && OUR_STEMS.test(word)) return word.replace('our', 'or')
  if (word.length >= 7 && !/^pri[sz]/.test(word)) {
    const ize = /^(.+[^aeiou])(?:is|yz|ys)(e|es|ed|er|ers|ing|ation|ations|ational)$/.exec(word)
    if (ize !== null) return `${ize[1]}iz${ize[2]}`
  }
  const doubled = DOUBLED_L.exec(word)
  return doubled === null ? word : `${doubled[1]}${doubled[2]}`
}

function pushContraction(tokens: string[], run: string): void {
  const whole = CONTRACTIONS().get(run)
  if (whole !== undefined) return void tokens.push(...whole.split(' '))
  const negated = /^(.+)n't$/.exec(run)
  if (negated !== null) return void tokens.push(negated[1]!, 'not')
  const at = run.lastIndexOf("'")
  const ending = ENDINGS().get(run.slice(at + 1))
  if (ending === undefined) tokens.push(run)
  else {
    if (at > 0) pushRun(tokens, run.slice(0, at))
    tokens.push(ending)
  }
}

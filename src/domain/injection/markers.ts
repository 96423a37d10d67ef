import { pattern } from '../../runtime/pattern.ts'
import { lookalike } from './fold.ts'

/**
 * Marks that mean something to the machinery around a model or to a reader of `context`, wherever they stand. A tokenizer takes
 * `<|im_start|>` for the token itself, in quotes as well. Their brackets are changed and their words are kept, so that a text that only
 * speaks of them loses nothing.
 */
const TAGS =
  'system(?:[_-](?:prompt|message|reminder))?|assistant|human|instructions?|tool_\\w+|function_\\w+|invoke|im_start|im_end|im_sep|inst|untrusted'
/** Less telling: a page, a program or a note may well have them. */
const COMMON_TAGS =
  'tools?|function|parameters?|admin|developer|think|thinking|thoughts?|reasoning|reflection|scratchpad|memor(?:y|ies)|script|iframe|object'
/** These are types in code as well (`List<User>`), and are left alone behind a letter. */
const TYPES =
  'user|role|prompt|facts?|data|context|documents?|message|query|response|results?|output|answer|search_results?'
/** Where a text begins and ends, and what fills it up. */
const ENDS = 'bos|eos|pad|unk|mask|sep|cls'
const WITHIN = '(?:[\\s_:=-][^<>]{0,300})?\\/?\\s*>'
const heading = (words: string) => `(?:(?<=^|\\n)[ \\t]*#{1,6}[ \\t]*|\`\`\`\\s*)(?=(?:${words})[ \\t]*(?::|\\n|$))`

/** Nobody writes these but to a model. */
const OF_A_CHAT: readonly string[] = [
  // ChatML, Llama 3, Phi, Qwen, Command-R, Granite, Harmony; DeepSeek's bars are wide ones.
  '<\\s?\\\\?\\|[^|<>\\n]{1,80}\\|\\s?[\\\\/]?\\s?>',
  // The newer Gemma has a bar on one side, EXAONE has other brackets, MiniMax has them turned round.
  '<\\\\?\\|[a-z][\\w:/-]{0,60}>',
  '<[a-z][\\w:/-]{0,60}\\\\?\\|>',
  '\\[\\s?\\|[^|[\\]\\n]{1,80}\\|\\s?\\]',
  '[[\\]]\\n?(?:~\\n?!?\\n?[a-z]|[a-z]\\n?~)\\n?[[\\]]',
  // Llama 2, Mistral.
  '\\[\\s*(?:\\/\\s*)?(?:inst|sys|available_tools|tool_calls|tool_results|tool_content|system_prompt|args|call_id|gmask)\\s*\\]',
  '<<\\s*(?:\\/\\s*)?sys\\s*>>',
  // Gemma.
  '<\\s*(?:\\/\\s*)?(?:start|end|begin)_of_\\w+\\s*>',
  `<\\s*(?:\\/\\s*)?(?:\\w+:)?(?:${TAGS})${WITHIN}`,
  '\\{[{%][#/]?\\s*~?(?:system|user|assistant|instructions?)\\s*~?[%}]\\}',
  heading('new instructions?|response|assistant|human'),
  // A tag that closes what it did not open.
  `^\\s*<\\s*\\/\\s*(?:${COMMON_TAGS}|${TYPES})${WITHIN}`,
  // What our own lines say of a fact.
  '\\[\\s*\\d{4}-\\d\\d-\\d\\d\\s*,\\s*(?:user|document|assistant)[^\\]\\n]{0,40}\\]',
]
const OTHER: readonly string[] = [
  '\\[\\s*(?:\\/\\s*)?(?:system|assistant|think)\\s*\\]',
  // T5, GLM, InternLM, and the ends of a text.
  `<\\s*(?:\\/\\s*)?(?:s|${ENDS}|sop|eop|eoa|eoh|eot|eom|unused\\d+)\\s*>`,
  `\\[\\s*(?:\\/\\s*)?(?:${ENDS}|img(?:_break|_end)?|begin_audio|model_settings)\\s*\\]`,
  // Tokens that wait for a use, and what a role, a beginning or an end is called with a model's name before it.
  '<\\s*[a-z]+(?:_[a-z]+)*_\\d+\\s*>',
  `<\\s*(?:\\/\\s*)?[a-z]+[_:](?:user|system|assistant|human|bot|tool|think|${ENDS})\\s*>`,
  `<\\s*(?:\\/\\s*)?(?:\\w+:)?(?:${COMMON_TAGS})${WITHIN}`,
  `(?:(?<![\\w])<\\s*|<\\s*\\/\\s*)(?:${TYPES})${WITHIN}`,
  heading('system|instructions?|prompt|user'),
  // A picture is loaded by whoever shows what a model repeats; a link is not.
  '!(?=\\[[^\\]\\n]{0,200}\\]\\()',
  '\\[\\s*(?:outdated|superseded|removed)\\s*\\]',
]
const SCORE = '\\(\\s*(?:score\\s*[:=][^()]{0,60}?via|via\\s*[:=][^()]{0,60}?score)\\s*[:=][^()]{0,60}\\)?'
const marks = pattern(`(?:${[...OF_A_CHAT, ...OTHER].join('|')})|(${SCORE})`, 'giu')
const ofAChat = pattern(OF_A_CHAT.join('|'), 'iu')

/** Whether a text can have any of them. */
const OPENING = pattern(String.raw`[<[\]({#\x60\x80-\uffff]|&[a-z#]|\\[ux]`, 'i')
const SIGN = pattern(
  String.raw`&(?:amp;)*(?:lt|gt|vert|verbar|lsqb|lbrack|rsqb|rbrack|lpar|rpar|colon|sol|lowbar|#\d{1,7}|#x[0-9a-f]{1,6});?|\\u\{?[0-9a-f]{4}\}?|\\x[0-9a-f]{2}|[\x80-\u{10ffff}]`,
  'giu',
)

/** The text with every mark made into words. What comes about by that is looked at again, until nothing changes. */
export function defang(text: string): string {
  if (!OPENING().test(text)) return text
  for (let before = text; ; ) {
    const after = defangOnce(before)
    if (after === before) return after
    before = after
  }
}

/** Whether the text has marks that only a model's input has. */
export const hasChatMarkers = (text: string): boolean => OPENING().test(text) && ofAChat().test(read(text).text)

/** The same length, so that places stay; a new sentence begins where each mark was. */
export function withoutMarkers(text: string): string {
  if (!OPENING().test(text)) return text
  const reading = read(text)
  let out = ''
  for (const { index, 0: mark } of reading.text.matchAll(marks())) {
    const [from, to] = [reading.at(index), reading.at(index + mark.length)]
    if (to > from) out += `${text.slice(out.length, from)}\n${' '.repeat(to - from - 1)}`
  }
  return out + text.slice(out.length)
}

function defangOnce(text: string): string {
  const reading = read(text)
  let out = ''
  let end = 0
  for (const { index, 0: mark, 1: score } of reading.text.matchAll(marks())) {
    const opening = /^[<[\]({#`%|/!\\~\s]*/.exec(mark)![0].length
    const closing = /[>[\])}%|/\\~\s]*$/.exec(mark.slice(opening))![0].length
    const inner = text.slice(reading.at(index + opening), reading.at(index + mark.length - closing))
    const slash = /^[<[{%\s|\\]*\//.test(mark) ? '/' : ''
    out += text.slice(end, reading.at(index)) + (score ? `[${inner}]` : inner === '' ? '' : `(${slash}${inner})`)
    end = reading.at(index + mark.length)
  }
  return out + text.slice(end)
}

/** The text as it would be read: entities and escapes as what they stand for, look-alikes as what they look like. */
function read(text: string): { readonly text: string; at(index: number): number } {
  let out = ''
  let end = 0
  const places: number[] = []
  const copy = (to: number) => {
    for (let i = end; i < to; i++) places.push(i)
    out += text.slice(end, to)
  }
  for (const { index, 0: sign } of text.matchAll(SIGN())) {
    copy(index)
    const letter = sign.length > 2 ? decoded(sign) : lookalike(sign)
    out += letter
    for (let i = 0; i < letter.length; i++) places.push(index)
    end = index + sign.length
  }
  if (end === 0) return { text, at: (index) => index }
  copy(text.length)
  return { text: out, at: (index) => places[index] ?? text.length }
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', vert: '|', verbar: '|', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']' },
  ...{ lpar: '(', rpar: ')', colon: ':', sol: '/', lowbar: '_' },
}

function decoded(sign: string): string {
  const name = sign.replace(/^&(?:amp;)*|;$/gi, '').toLowerCase()
  if (NAMED[name] !== undefined) return NAMED[name]
  const code =
    name.startsWith('#') && !name.startsWith('#x')
      ? Number(name.slice(1))
      : Number.parseInt(name.replace(/[^0-9a-f]/g, ''), 16)
  return code > 31 && code <= 0x10ffff ? lookalike(String.fromCodePoint(code)) : ' '
}

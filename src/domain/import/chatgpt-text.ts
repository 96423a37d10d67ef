import { fieldOf, listOf, textOf } from './foreign-values.ts'

/** The words of a message's `content`, whichever field its type keeps them in. */
export function chatGptText(content: unknown): string {
  const type = fieldOf(content, 'content_type')
  const parts = listOf(fieldOf(content, 'parts')).flatMap(partText).join('\n\n')
  if (type !== 'code') return withoutMarkers(parts)
  const code = textOf(content, 'text') ?? parts
  const language = textOf(content, 'language') ?? ''
  return code.trim() === ''
    ? ''
    : `\`\`\`${/^\w{1,20}$/.test(language) && language !== 'unknown' ? language : ''}\n${code}\n\`\`\``
}

/** A part is a text, or an object: what was said aloud is a text too, a picture is none. */
function partText(part: unknown): string[] {
  const text = typeof part === 'string' ? part : textOf(part, 'text')
  return text === null || text.trim() === '' ? [] : [text.toWellFormed()]
}

/** Of a mark with fields only the words that the reader sees: an entity's name, a link's label. A citation points to something that is not here. */
function shownOf(mark: string): string {
  const [kind, first = ''] = mark.split('\ue202')
  if (kind === 'url') return first
  if (kind !== 'entity') return ''
  try {
    const fields: unknown = JSON.parse(first)
    return Array.isArray(fields) && typeof fields[1] === 'string' ? fields[1] : ''
  } catch {
    return ''
  }
}

/** Marks stand between characters for private use, or are written as 【12†source】 and :contentReference[oaicite:1]{index=1}. */
const withoutMarkers = (text: string): string =>
  text
    .replace(/( ?)\ue200([^\ue200\ue201]{0,4096})\ue201/g, (_, gap: string, mark: string) => {
      const shown = shownOf(mark)
      return shown === '' ? '' : gap + shown
    })
    .replace(/[\ue200-\ue2ff]/g, '')
    .replace(/ ?【[^【】†\n]{1,200}†[^【】\n]{0,200}】/g, '')
    .replace(/ ?:contentReference\[oaicite:\d{1,9}\]\{index=\d{1,9}\}/g, '')
    .trim()

/** What somebody wrote into the settings stands inside a fence, below what the model is told about it. */
export function settingText(text: string | null): string | null {
  if (text === null) return null
  const open = text.indexOf('```')
  const close = text.lastIndexOf('```')
  const inside = open >= 0 && close > open ? text.slice(open + 3, close) : text
  return inside.trim() === '' ? null : inside.trim()
}

const LISTED = /^\s*\d{1,6}\.\s*(?:\[(\d{4}-\d\d-\d\d)\]\.?\s*)?(\S.*)$/

/** The list of what it remembers, as the model is told it: "1. [2024-05-01]. The user lives in Lisbon." */
export function rememberedIn(list: string): { readonly text: string; readonly date: string | null }[] {
  const lines = list.split('\n').flatMap((line) => {
    const [, date, text] = LISTED.exec(line) ?? []
    return text === undefined ? [] : { text: text.trim(), date: date ?? null }
  })
  return lines.length > 0 || list.trim() === '' ? lines : [{ text: list.trim(), date: null }]
}

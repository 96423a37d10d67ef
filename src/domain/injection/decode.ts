import { pattern } from '../../runtime/pattern.ts'

const READABLE = pattern(String.raw`[\p{L}\p{Zs}.,!?'"<>:]`, 'gu')

/** Text that is hidden in an encoding, with the place of the encoded run in the text that holds it. */
export interface Hidden {
  readonly from: number
  readonly to: number
  readonly text: string
}

const MAX_RUN = 4_000
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=])/g
const SPLIT_BASE64 = /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{4,}[ \n]){2,}[A-Za-z0-9+/]{2,}={1,2}/g
const HEX = /(?<![0-9a-z])(?:(?:\\x|0x)?[0-9a-f]{2}[\s:,]{0,2}){12,}/gi
const ESCAPES = /(?:(?:&#x?[0-9a-f]{1,6};|%[0-9a-f]{2}|\\u\{?[0-9a-f]{4,6}\}?)[^&%\\]{0,12}){4,}/i
const BINARY = /(?<![01])(?:[01]{8}\s?){8,}/g

/** Every run of the text that decodes to something that could be read. */
export function hiddenTexts(text: string): Hidden[] {
  const found: Hidden[] = []
  const look = (pattern: RegExp, decode: (run: string) => string | null) => {
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0].slice(0, MAX_RUN))
      if (decoded !== null && isReadable(decoded))
        found.push({ from: match.index, to: match.index + match[0].length, text: decoded })
    }
  }
  if (/[A-Za-z0-9+/_-]{16}/.test(text)) look(BASE64, fromBase64)
  if (/=/.test(text)) look(SPLIT_BASE64, (run) => fromBase64(run.replace(/\s+/g, '')))
  if (/(?:[0-9a-f]{2}[\s:,]{0,2}){6}|\\x|0x/i.test(text)) look(HEX, fromHex)
  // Between escapes there may be plain letters: the text as a whole is what it says.
  const first = text.search(ESCAPES)
  const unescaped = first < 0 ? null : fromEscapes(text.slice(0, MAX_RUN))
  if (unescaped !== null) found.push({ from: first, to: text.length, text: unescaped })
  if (/[01]{8}/.test(text))
    look(BINARY, (run) => fromCodes((run.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
  return found
}

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

function fromBase64(run: string): string | null {
  try {
    const signs = run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
    // A run that was cut off may end within a byte.
    const binary = atob(signs.length % 4 === 1 ? signs.slice(0, -1) : signs)
    return fromCodes(Array.from(binary, (byte) => byte.charCodeAt(0)))
  } catch {
    return null
  }
}

const fromHex = (run: string): string | null =>
  fromCodes((run.replace(/\\x|0x/gi, '').match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)))

const NAMED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

function fromEscapes(run: string): string | null {
  const plain = run
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code) => point(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,6});/g, (_, code) => point(Number(code)))
    .replace(/\\u\{?([0-9a-f]{4,6})\}?/gi, (_, code) => point(Number.parseInt(code, 16)))
    .replace(/&(?:lt|gt|amp|quot);/gi, (name) => NAMED[name.toLowerCase()] ?? name)
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => fromHex(bytes.replaceAll('%', '')) ?? bytes)
  return plain === run ? null : plain
}

const point = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ')

function fromCodes(codes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(codes))
  } catch {
    return null
  }
}

/** Random letters decode to bytes; a sentence decodes to letters and spaces. */
function isReadable(text: string): boolean {
  const letters = text.match(READABLE())?.length ?? 0
  return text.length >= 6 && letters / [...text].length > 0.85
}

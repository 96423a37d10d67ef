/** What a terminal would act on or hide: controls, directions, invisible signs, lone halves of characters. */
const HIDDEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Cs}]/gu

/** A text with every character visible that a terminal would act on: whoever stored it must not speak to the terminal. Lines stay where `lines` is true. */
export const visible = (text: string, lines = false): string =>
  text.replace(HIDDEN, (sign) => (lines && sign === '\n' ? sign : escaped(sign)))

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (sign: string): string =>
  NAMED[sign] ?? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

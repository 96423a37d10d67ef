export const ROOT = '/memories'

const LONGEST_PATH = 1_024
/** Nobody encodes a path more often than that by mistake. */
const MOST_DECODINGS = 5

/**
 * The path as it is stored: without doubled and trailing slashes. null where it does not stay within /memories, however it is written: with
 * dots, backslashes or control characters, encoded or encoded again.
 */
export function toMemoryPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > LONGEST_PATH) return null
  let text = given
  for (let times = 0; times <= MOST_DECODINGS; times++) {
    if (!isWithin(text)) return null
    const decoded = decode(text)
    if (decoded === text) return `/${segmentsOf(given).join('/')}`
    text = decoded
  }
  return null
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

function isWithin(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (!path.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  const segments = segmentsOf(path)
  // A trailing space or more dots mean the same as two dots to some systems.
  return `/${segments[0]}` === ROOT && segments.every((segment) => !/^\.[. ]*$/.test(segment.trim()))
}

/** What can be decoded is; a percent sign that encodes nothing stays. */
const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Bytes that are no UTF-8, such as an overlong slash: each as it stands.
      return encoded.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    }
  })

/** Whether a path is a directory's own, or of something in it. */
export const isIn = (directory: string, path: string): boolean => path === directory || path.startsWith(`${directory}/`)

/** A name or an address, with a port or without. */
const HOST = String.raw`(?:\w[\w.-]{0,254}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?`
const SOUND_HOST = new RegExp(`^${HOST}$`, 'i')
const SOUND_URL = new RegExp(`^https?://${HOST}/`, 'i')

/**
 * workerd puts whatever a client sent as `Host` before the path to make the request's URL: of `a/b` a part becomes path, and what is no host at all
 * makes the first reading of the URL throw.
 */
export function hasSoundHost({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean {
  const host = headers.get('host')
  return (host === null || SOUND_HOST.test(host)) && SOUND_URL.test(url) && URL.canParse(url)
}

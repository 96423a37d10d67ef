const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a page of that origin may speak to the service. A name of somebody else's can be made to lead to this machine, and then even the
 * host of the request is that name: so a page is trusted if it is configured, if both are of this machine, or if TLS says whose the host is.
 */
export function isAllowedOrigin(origin: string, url: string, configured: readonly string[]): boolean {
  if (configured.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const [from, to] = [new URL(origin), new URL(url)]
  if (LOOPBACK.test(from.hostname) && LOOPBACK.test(to.hostname)) return true
  return to.protocol === 'https:' && from.origin === to.origin
}

/** Ports that a receiver on the public internet may have; any other is more likely somebody's service that was not meant to be reached. */
const PORTS = ['', '8443']

/** Names that never lead to the public internet. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/** Ranges of IPv4 that are no public unicast addresses (RFC 6890 and its register), as first address and length of the prefix. */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * What is wrong with an address that events are to be sent to, or null. The URL parser has already made dotted decimals of numbers like
 * 0x7f000001, 2130706433 or 0177.1, so that the ranges see every way to write them. What a name resolves to is for the network to refuse.
 */
export function problemWithWebhookUrl(text: string, allowPrivate: boolean): string | null {
  const url = URL.parse(text)
  if (!url || url.hostname === '') return 'must be an absolute https URL'
  if (url.username !== '' || url.password !== '') return 'must not carry a user or a password'
  if (url.hash !== '') return 'must not have a fragment'
  if (allowPrivate) return ['https:', 'http:'].includes(url.protocol) ? null : 'must be an absolute http or https URL'
  if (url.protocol !== 'https:') return 'must be an absolute https URL'
  if (!PORTS.includes(url.port)) return 'must be on port 443 or 8443'
  return isPublicHost(url.hostname) ? null : 'must lead to a public address'
}

function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(groupsOf(hostname.slice(1, -1)))
  const host = hostname.replace(/\.$/, '')
  const ipv4 = numberOf(host)
  if (ipv4 !== null) return isPublicIpv4(ipv4)
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

const numberOf = (address: string): number | null => {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  return match?.slice(1).reduce((sum, part) => sum * 256 + Number(part), 0) ?? null
}

const isPublicIpv4 = (address: number): boolean =>
  !PRIVATE_IPV4.some(([first, length]) => {
    const size = 2 ** (32 - length)
    return Math.floor(address / size) === Math.floor(numberOf(first)! / size)
  })

/** The eight groups of an address as the URL parser writes it: hexadecimal, shortened by `::` at most once. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (part: string) => part.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<number>(zeros).fill(0), ...after]
}

/** Global unicast is 2000::/3; of that, what tunnels to or stands for other addresses, and what is for documentation, is left out. */
function isPublicIpv6([first = 0, second = 0]: readonly number[]): boolean {
  if (first >> 13 !== 1) return false
  if (first === 0x2001 && second < 0x0200) return false
  if (first === 0x2001 && second === 0x0db8) return false
  return first !== 0x2002 && first >> 4 !== 0x3ff
}

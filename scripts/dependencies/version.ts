/** The numbers of a version and its prerelease: `1.2.3-beta.1` is [1, 2, 3] and ['beta', '1']. */
function parse(version: string): { numbers: number[]; prerelease: string[] } {
  const [core = '', prerelease = ''] = version.replace(/\+.*$/, '').split(/-(.*)/s)
  return { numbers: core.split('.').map(Number), prerelease: prerelease === '' ? [] : prerelease.split('.') }
}

/** Below 0 where `a` is older than `b`, as semver orders them. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  // What comes before a release is older than it.
  if (left.prerelease.length === 0 || right.prerelease.length === 0)
    return right.prerelease.length - left.prerelease.length
  for (let at = 0; at < Math.max(left.prerelease.length, right.prerelease.length); at++) {
    const difference = comparePart(left.prerelease[at], right.prerelease[at])
    if (difference !== 0) return difference
  }
  return 0
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  const [left, right] = [Number(a), Number(b)]
  if (Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(left) ? 1 : -1
  return Number.isNaN(left) ? (a < b ? -1 : a > b ? 1 : 0) : left - right
}

/** Whether a version is in a range as package.json has them: `1.2.3`, `~1.2.3` or `^1.2.3`. */
export function isInRange(version: string, range: string): boolean {
  const [, kind, least] = /^([~^]?)(\d+\.\d+\.\d+(?:-.+)?)$/.exec(range) ?? []
  if (least === undefined) return false
  if (kind === '') return version === least
  const [major, minor] = parse(least).numbers as [number, number, number]
  const next = kind === '^' && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
  return compareVersions(version, least) >= 0 && compareVersions(version, `${next}-0`) < 0
}

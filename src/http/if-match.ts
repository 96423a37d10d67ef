/** A version that nothing is ever at. */
const NONE = 0

/** The version that `If-Match` names, as `ETag` gives it or as a bare number; null where any will do. What names none is none that there is. */
export function readIfMatch(header: string | undefined): number | null {
  const given = header?.trim()
  if (given === undefined || given === '*') return null
  const [, version] = /^(?:W\/)?"?([1-9]\d{0,14})"?$/.exec(given) ?? []
  return version === undefined ? NONE : Number(version)
}

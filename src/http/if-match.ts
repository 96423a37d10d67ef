/** A version that nothing is ever at. */
const NONE = 0

const TAGS = /(?:W\/)?"[^"]*"|[^\s,]+/g

/**
 * The versions that `If-Match` names, as `ETag` gives them or as bare numbers; null where any will do. What names none is none that there is.
 * A weak tag counts as a strong one: whoever compresses an answer on its way weakens its tag, and a version is exact.
 */
export function readIfMatch(header: string | undefined): readonly number[] | null {
  const given = header?.trim()
  if (given === undefined || given === '*') return null
  const versions = (given.match(TAGS) ?? []).map((tag) => {
    const [, version = tag] = /^(?:W\/)?"(.*)"$/.exec(tag) ?? []
    return /^[1-9]\d{0,14}$/.test(version) ? Number(version) : NONE
  })
  const known = [...new Set(versions)].filter((version) => version !== NONE)
  return known.length > 0 ? known : [NONE]
}

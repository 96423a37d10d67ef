/**
 * Where an account's objects live. An object lives where it was first touched, so the hint has to be known before the first touch:
 * the first character of an account's id is its region, and every object of the account is reached with it.
 */
export const REGIONS = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const

export type Region = (typeof REGIONS)[number]

const LETTERS = 'WNSERPOFM'

export const regionLetter = (region: Region): string => LETTERS[REGIONS.indexOf(region)]!

export const regionOfAccount = (accountId: string): Region => REGIONS[LETTERS.indexOf(accountId[0] ?? '')] ?? 'weur'

const BY_CONTINENT: Record<string, Region> = {
  NA: 'enam',
  SA: 'sam',
  EU: 'weur',
  AS: 'apac',
  OC: 'oc',
  AF: 'afr',
}

/** The region nearest to a caller, from what the platform tells of it. */
export function nearestRegion(place: { continent?: string; longitude?: string }): Region {
  const region = BY_CONTINENT[place.continent ?? ''] ?? 'weur'
  const longitude = Number(place.longitude)
  if (region === 'enam' && longitude < -100) return 'wnam'
  if (region === 'weur' && longitude > 18) return 'eeur'
  if (region === 'apac' && longitude < 60) return 'me'
  return region
}

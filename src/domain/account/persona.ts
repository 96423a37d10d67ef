export const SHARED_PERSONA = 'shared'

/** The personas that a retrieve looks into: the one asked for and `shared`; null means all. */
export const personasInSight = (persona: string | null): string[] | null =>
  persona === null ? null : [...new Set([persona, SHARED_PERSONA])]

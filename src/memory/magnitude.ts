/** Magnitudes from here on count as one. */
export const MOST_DIGITS = 7

/** How many digits a number of chunks has: fine enough for whoever watches, and seldom another one. 0: there are none. */
export const magnitudeOf = (chunks: number): number => (chunks === 0 ? 0 : Math.min(MOST_DIGITS, String(chunks).length))

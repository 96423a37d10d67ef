import { MINUTE_MS } from './duration.ts'

/** What another isolate erased is gone from this one's memory after this time of use. */
const LONGEST_MS = 10 * MINUTE_MS

const forgetters = new Set<() => void>()

/** What was made of texts lately, until there are so many characters of them or the first was long ago: then all are forgotten. */
export function recentTexts<Made>(
  make: (text: string) => Made,
  mostCharacters: number,
  clock: () => number = Date.now,
): (text: string) => Made {
  const made = new Map<string, Made>()
  let kept = 0
  let since = 0
  const forget = () => {
    made.clear()
    kept = 0
  }
  forgetters.add(forget)
  return (text) => {
    if (made.size > 0 && clock() - since > LONGEST_MS) forget()
    const known = made.get(text)
    if (known !== undefined) return known
    const now = make(text)
    if (kept + text.length > mostCharacters) forget()
    if (made.size === 0) since = clock()
    kept += text.length
    made.set(text, now)
    return now
  }
}

/** To be called when memories were changed or erased: nothing that they said stays in this isolate's memory. */
export function forgetRecentTexts(): void {
  for (const forget of forgetters) forget()
}

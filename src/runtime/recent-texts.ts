/** What was made of texts lately, until there are so many characters of them: then all are forgotten. */
export function recentTexts<Made>(make: (text: string) => Made, mostCharacters: number): (text: string) => Made {
  const made = new Map<string, Made>()
  let kept = 0
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const now = make(text)
    kept += text.length
    if (kept > mostCharacters) {
      made.clear()
      kept = text.length
    }
    made.set(text, now)
    return now
  }
}

/** The JSON value in a model's answer, fenced or with words around it, or undefined. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1] ?? text
  const from = fenced.search(/[{[]/)
  const to = Math.max(fenced.lastIndexOf('}'), fenced.lastIndexOf(']'))
  for (const candidate of [fenced.trim(), from >= 0 && to > from ? fenced.slice(from, to + 1) : '']) {
    if (candidate === '') continue
    try {
      return JSON.parse(candidate)
    } catch {
      // The next candidate may be one.
    }
  }
  return undefined
}

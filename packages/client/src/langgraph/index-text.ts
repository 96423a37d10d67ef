/** Every text in a value, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/**
 * What stands at a path, in LangGraph's own syntax: `title`, `metadata.title`, `chapters[*].content`, `authors[0].name`, `list[-1]`, `*`, and
 * `$` for everything. A number or a boolean is a text too where a path names it.
 */
export function textsAt(value: unknown, path: string): string[] {
  if (path === '' || path === '$') return textsIn(value)
  const steps = path.split(/\.|(?=\[)/).filter((step) => step !== '')
  return steps.reduce((found, step) => found.flatMap((one) => stepInto(one, step)), [value]).flatMap(toTexts)
}

function stepInto(value: unknown, step: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const index = /^\[(.+)\]$/.exec(step)?.[1]
  if (step === '*' || index === '*') return Object.values(value)
  if (index !== undefined) return Array.isArray(value) ? [value.at(Number(index))] : []
  return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : []
}

const toTexts = (value: unknown): string[] =>
  typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : textsIn(value)

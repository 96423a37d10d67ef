import { isFields } from './foreign-values.ts'

/** Fields that a memory has; an export by a schema has those that its maker chose. */
const OF_A_MEMORY = ['id', 'memory', 'content', 'hash', 'memory_id', 'event']
const MOST_LEVELS = 8

/** What the platform's export by a schema says ({"full_name": "Dev", "skills": ["Go"]}), as a list; null: there is nothing in it. */
export function schemaText(value: Readonly<Record<string, unknown>>): string | null {
  if (OF_A_MEMORY.some((name) => Object.hasOwn(value, name))) return null
  const lines = [...linesOf(value, 0)]
  return lines.length > 0 ? lines.join('\n') : null
}

function* linesOf(value: Readonly<Record<string, unknown>>, level: number): Generator<string> {
  const indent = '  '.repeat(level)
  for (const [name, field] of Object.entries(value)) {
    if (name === '__proto__') continue
    const words = name.replaceAll('_', ' ').toWellFormed()
    const items = Array.isArray(field) ? field : [field]
    const plain = items.flatMap(plainText)
    if (plain.length > 0) yield `${indent}- ${words}: ${plain.join(', ')}`
    if (level >= MOST_LEVELS) continue
    for (const item of items) {
      const below = isFields(item) ? [...linesOf(item, level + 1)] : []
      if (below.length > 0) yield `${indent}- ${words}:\n${below.join('\n')}`
    }
  }
}

const plainText = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() !== ''
    ? [value.trim().toWellFormed()]
    : typeof value === 'number' || typeof value === 'boolean'
      ? [String(value)]
      : []

import { normaliseName } from './names.ts'

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/**
 * Which share of these names a text mentions, whatever its accents and capitals: of a full name the first or last will do. 1 where there are
 * none to mention.
 */
export function namesInCommon(names: readonly string[]): (text: string) => number {
  const wanted = names.map((name) => plain(normaliseName(name))).filter((name) => name.length > 1)
  if (wanted.length === 0) return () => 1
  return (text) => {
    const words = ` ${plain(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
    const mentioned = (name: string) => words.includes(` ${name} `)
    return (
      wanted.filter((name) => {
        const whole = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
        // Of "PROJ-142" the parts mean nothing.
        const parts = name.split(/\s+/)
        return mentioned(whole) || (parts.length > 1 && parts.some((part) => part.length > 2 && mentioned(part)))
      }).length / wanted.length
    )
  }
}

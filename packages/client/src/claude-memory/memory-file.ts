import type { Memory } from '../client.ts'

/** What tells a file among memories: that it is one, its path, and its content where that is blank, which no memory can be. */
export const [FILE, PATH, BLANK] = ['claude_memory', 'claude_memory_path', 'claude_memory_blank'] as const

export const pathOf = ({ metadata }: Memory): string => String(metadata?.[PATH])
export const contentOf = ({ text, metadata }: Memory): string => {
  const blank = metadata?.[BLANK]
  return typeof blank === 'string' ? blank : text
}

/** What a file becomes as a memory. */
export function toMemory(path: string, content: string) {
  const isBlank = content.trim() === ''
  return { text: isBlank ? path : content, metadata: { [FILE]: true, [PATH]: path, [BLANK]: isBlank ? content : null } }
}

export const sizeOf = (content: string): number => new TextEncoder().encode(content).length

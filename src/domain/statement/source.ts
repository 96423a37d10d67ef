import { fnv1a } from '../../runtime/fnv1a.ts'

/** Who a memory comes from. The order is the order of trust: what an earlier one says beats what a later one says. */
export const SOURCES = ['user', 'document', 'assistant'] as const

export type Source = (typeof SOURCES)[number]

/** 0 is the most trusted. */
export const trustRank = (source: Source): number => SOURCES.indexOf(source)

export const sourceConfidence: Record<Source, number> = { user: 1, document: 0.9, assistant: 0.7 }

/** What tells one document from another in its metadata: the first of these that is there. */
const DOCUMENT_FIELDS = [
  'document_id',
  'doc_id',
  'document',
  'url',
  'uri',
  'path',
  'file',
  'filename',
  'title',
] as const

/** The same page at another place in it, or written in another case, is the same document. */
const normalised = (name: string): string => name.trim().toLowerCase().replace(/#.*$/s, '')

/**
 * Who says something, so that saying it again is told from another's saying it. The user is one source, the assistant is one, and each
 * document that has a name in its metadata. Documents without a name are one together: nothing tells that they are two.
 */
export function sourceKey(source: Source, metadata: Readonly<Record<string, unknown>> | null): string {
  if (source !== 'document' || metadata === null) return source
  for (const field of DOCUMENT_FIELDS) {
    const name = metadata[field]
    const text = typeof name === 'number' ? String(name) : typeof name === 'string' ? normalised(name) : ''
    if (text !== '') return `document ${fnv1a(text).toString(36)}`
  }
  return source
}

/** Sources are counted no further: whoever has so many is as sure as it gets, and a row stays small. */
export const MOST_SOURCES = 32

/** With one more source, where it is another. */
export const withSource = (statedBy: readonly string[], key: string): readonly string[] =>
  statedBy.includes(key) || statedBy.length >= MOST_SOURCES ? statedBy : [...statedBy, key]

/** Of what was stored before sources were kept, its own is known. */
export const sourcesOf = (stored: {
  readonly statedBy: readonly string[]
  readonly source: Source
}): readonly string[] => (stored.statedBy.length > 0 ? stored.statedBy : [stored.source])

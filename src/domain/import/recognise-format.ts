import type { ImportFormat } from './import-formats.ts'

/** Fields that only one of the formats has. The beginning of a file may be cut off in the middle of a value, so that their names are looked for. */
const SIGNS: readonly (readonly [format: ImportFormat, sign: RegExp])[] = [
  ['chatgpt', /"mapping"\s*:\s*\{|"is_anonymous"\s*:/],
  ['claude', /"chat_messages"\s*:\s*\[|"(?:conversations_memory|project_memories|prompt_template|email_address)"\s*:/],
  ['mcp-memory', /"(?:entityType|relationType|observations)"\s*:/],
  [
    'mem0',
    /"memory"\s*:\s*"|"(?:user_id|run_id|agent_id|memory_id|category_ids)"\s*:|"state"\s*:\s*"(?:active|paused|archived|deleted)"/,
  ],
  ['items', /"text"\s*:\s*"/],
]

/** Also where it is no export any more, since its header is gone or somebody made a list of it: whoever reads it says so. */
const OWN =
  /^\[?\s*\{\s*"(?:format"\s*:\s*"edge-brain"|type"\s*:\s*"(?:persona|session|memory|history|chunk|fact|vector|receipt|state)"(?!\s*,\s*"(?:text|memory|content)"))/

/** What a file is, by how it begins; null: nothing tells. */
export function recogniseFormat(head: string): ImportFormat | 'edge-brain' | null {
  const start = head.replace(/^\uFEFF/, '').trimStart()
  if (OWN.test(start)) return 'edge-brain'
  if (!/^[[{]/.test(start)) return /^[^\0]+$/.test(start.slice(0, 1_000)) ? 'text' : null
  const format = SIGNS.find(([, sign]) => sign.test(start))?.[0]
  if (format) return format
  // An empty export is one nevertheless, and a text may begin with a bracket.
  return /^(?:\[\s*[[{"]|\[\s*\]\s*$|\{\s*["}])/.test(start) ? null : 'text'
}

import { shortened } from '../../domain/injection/fence.ts'
import type { Params } from '../protocol.ts'
import { isoTime, type Told } from '../quoted.ts'
import { text } from '../tool.ts'

/** A memory as a route shows it. */
export interface Memory extends Told {
  readonly persona: string
  readonly session_id: string | null
  readonly metadata: Params | null
  readonly version?: number
}

export const memoryProperties = {
  id: text,
  text,
  source: text,
  occurred_at: text,
  state: text,
} as const

/** For programs; a text that is longer than `most` is cut. */
export const toStructured = (memory: Memory, most = Number.POSITIVE_INFINITY) => ({
  id: memory.id,
  text: shortened(memory.text, most),
  source: memory.source,
  persona: memory.persona,
  occurred_at: isoTime(memory.occurred_at),
  state: memory.state,
})

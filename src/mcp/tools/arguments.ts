import { SOURCES } from '../../domain/statement/source.ts'
import { integer, text, textAbout } from '../tool.ts'

/** Arguments that several tools take. */
export const source = { ...text, enum: SOURCES } as const
export const persona = text
export const id = { id: text } as const

export const filters = {
  session_id: text,
  source,
  entity: textAbout('Name of what it is about'),
  since: textAbout('ISO 8601'),
  until: text,
} as const

export const page = { limit: integer, cursor: text } as const

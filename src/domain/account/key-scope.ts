/** What a key may do: look, remember, forget. */
export const KEY_SCOPES = ['read', 'write', 'erase'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** What a key was given. */
export interface KeyRights {
  readonly scopes: readonly KeyScope[]
  /** The personas it is bound to; null: it may see and write all. */
  readonly personas: readonly string[] | null
}

export const ALL_RIGHTS: KeyRights = { scopes: KEY_SCOPES, personas: null }

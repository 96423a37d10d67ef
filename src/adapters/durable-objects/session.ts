import { DurableObject } from 'cloudflare:workers'
import type { MemoryId } from '../../domain/memory-id.ts'
import { blendTopic, HOT_MS, MAX_HOT, SESSION_IDLE_MS } from '../../domain/ranking/topic.ts'
import type { SessionContext } from '../../ports/sessions.ts'
import { HOUR_MS } from '../../runtime/duration.ts'
import { createSessionsTable, type SessionState } from './tables/sessions.ts'

/** A namespace has at most so many sessions, some 5 MB; then the longest unused ones go, several at once. */
export const MAX_SESSIONS = 2_000
const REMOVED_AT_ONCE = 100
/** Sessions that are kept in memory, the last used ones. */
const MAX_RECENT = 64

/**
 * Working memory of one namespace: of each session a decayed mean of what was said, and ids of what is hot. One object for all of them, since each
 * object holds three open files where it lives: a session id that somebody makes up must not open more.
 */
export class Session extends DurableObject<Env> {
  readonly #table = createSessionsTable(this.ctx.storage.sql)
  /** The longest unused first. */
  readonly #recent = new Map<string, SessionState>()
  #count: number | null = null

  #load(name: string): SessionState | null {
    const state = this.#recent.get(name) ?? this.#table.load(name)
    if (state) this.#keep(name, state)
    return state
  }

  #keep(name: string, state: SessionState): void {
    this.#recent.delete(name)
    this.#recent.set(name, state)
    if (this.#recent.size > MAX_RECENT) this.#recent.delete(this.#recent.keys().next().value!)
  }

  read(name: string, now: number): SessionContext {
    const state = this.#load(name)
    if (!state || now - state.usedAt > SESSION_IDLE_MS) return { topic: null, hot: [] }
    return { topic: state.topic, hot: state.hot.filter(({ until }) => until > now).map(({ id }) => id) }
  }

  async update(
    name: string,
    said: { now: number; vectors: readonly Float32Array[]; ids: readonly MemoryId[] },
  ): Promise<void> {
    const known = this.#load(name)
    if (!known) this.#makeRoom()
    const state = known ?? { topic: null, hot: [], usedAt: said.now }
    warm(state, said.now, said.ids)
    for (const vector of said.vectors) state.topic = blendTopic(state.topic, vector)
    this.#table.put(name, state)
    this.#keep(name, state)
    // One alarm at a time: it looks at the last use itself and sets the next one.
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SESSION_IDLE_MS)
  }

  #makeRoom(): void {
    this.#count ??= this.#table.count()
    if (this.#count >= MAX_SESSIONS) {
      this.#table.removeLongestUnused(REMOVED_AT_ONCE)
      this.#count -= REMOVED_AT_ONCE
    }
    this.#count++
  }

  /** Kept in memory until the next update: a hot id lost with the object costs nothing but its bonus. */
  touch(name: string, returned: { now: number; ids: readonly MemoryId[] }): void {
    const state = this.#load(name)
    if (state) warm(state, returned.now, returned.ids)
  }

  reset(names: readonly string[]): void {
    for (const name of names) this.#recent.delete(name)
    this.#table.remove(names)
    this.#count = null
  }

  /** Also ends an object of before, which held a single session: nobody asks for those any more. */
  override async alarm(): Promise<void> {
    const longestUnused = this.#table.removeUnusedSince(Date.now() - SESSION_IDLE_MS)
    this.#recent.clear()
    this.#count = null
    if (longestUnused === null) await this.erase()
    else await this.ctx.storage.setAlarm(Math.max(longestUnused + SESSION_IDLE_MS, Date.now() + HOUR_MS))
  }

  async erase(): Promise<void> {
    this.#recent.clear()
    this.#count = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#table.forget()
  }
}

function warm(state: SessionState, now: number, ids: readonly MemoryId[]): void {
  const fresh = new Set(ids)
  state.hot = [
    ...ids.map((id) => ({ id, until: now + HOT_MS })),
    ...state.hot.filter(({ id, until }) => until > now && !fresh.has(id)),
  ].slice(0, MAX_HOT)
  state.usedAt = Math.max(now, state.usedAt)
}

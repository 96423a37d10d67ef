import { DurableObject } from 'cloudflare:workers'
import type { MemoryId } from '../../domain/memory-id.ts'
import { blendTopic, HOT_MS, MAX_HOT, SESSION_IDLE_MS } from '../../domain/ranking/topic.ts'
import type { SessionContext } from '../../ports/sessions.ts'

interface State {
  topic: Float32Array | null
  /** Most recent first. */
  hot: { id: MemoryId; until: number }[]
  usedAt: number
}

/** Working memory of one session: a decayed mean of what was said, and ids of what is hot. */
export class Session extends DurableObject<Env> {
  #state: State | null | undefined

  #load(): State | null {
    if (this.#state === undefined) this.#state = this.ctx.storage.kv.get<State>('state') ?? null
    return this.#state
  }

  read(now: number): SessionContext {
    const state = this.#load()
    if (!state || now - state.usedAt > SESSION_IDLE_MS) return { topic: null, hot: [] }
    return { topic: state.topic, hot: state.hot.filter(({ until }) => until > now).map(({ id }) => id) }
  }

  async update(said: { now: number; vectors: readonly Float32Array[]; ids: readonly MemoryId[] }): Promise<void> {
    const state = this.#warm(said.now, said.ids)
    for (const vector of said.vectors) state.topic = blendTopic(state.topic, vector)
    this.ctx.storage.kv.put('state', state)
    // One alarm at a time: it looks at the last use itself and sets the next one.
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SESSION_IDLE_MS)
  }

  /** Kept in memory until the next update: a hot id lost with the object costs nothing but its bonus. */
  touch(returned: { now: number; ids: readonly MemoryId[] }): void {
    if (this.#load()) this.#warm(returned.now, returned.ids)
  }

  #warm(now: number, ids: readonly MemoryId[]): State {
    const state = this.#load() ?? { topic: null, hot: [], usedAt: now }
    const fresh = new Set(ids)
    state.hot = [
      ...ids.map((id) => ({ id, until: now + HOT_MS })),
      ...state.hot.filter(({ id, until }) => until > now && !fresh.has(id)),
    ].slice(0, MAX_HOT)
    state.usedAt = Math.max(now, state.usedAt)
    this.#state = state
    return state
  }

  override async alarm(): Promise<void> {
    const state = this.#load()
    const idle = state ? Date.now() - state.usedAt : SESSION_IDLE_MS
    if (idle >= SESSION_IDLE_MS) await this.erase()
    else await this.ctx.storage.setAlarm(Date.now() + SESSION_IDLE_MS - idle)
  }

  async erase(): Promise<void> {
    this.#state = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }
}

import { DurableObject } from 'cloudflare:workers'
import { createSearch, nominate } from '../../src/adapters/durable-objects/recall/nominate.ts'
import { remember } from '../../src/adapters/durable-objects/remember.ts'
import { storeVectors } from '../../src/adapters/durable-objects/store-vectors.ts'
import { countRows } from '../../src/adapters/durable-objects/tables/counted-sql.ts'
import { createSchema } from '../../src/adapters/durable-objects/tables/vault-schema.ts'
import { createVaultTables } from '../../src/adapters/durable-objects/vault-tables.ts'
import { cosine, packVector } from '../../src/domain/ranking/vector.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { memoriesFromBytes } from './memory-wire.ts'

/** Kept here so that what is timed carries nothing: objects live in the Worker's isolate. */
let memories: NewMemory[] = []
let vectors = new Float32Array()

const NOW = Date.UTC(2026, 0, 1)

/** The vault's own tables and index, without what a service has around them. Every method is one durable transaction. */
export class Rows extends DurableObject {
  readonly #sql = countRows(this.ctx.storage.sql)
  readonly #tables = this.#open()

  #open() {
    createSchema(this.#sql)
    return createVaultTables(this.#sql)
  }

  /** Everything that an ingest stores: rows of the chunk, of its words and vectors, and with `facts` those of the graph. */
  remember(from: number, count: number, facts: boolean): number {
    this.#sql.take()
    this.ctx.storage.transactionSync(() => {
      const told = memories.slice(from, from + count)
      remember(this.#tables, { now: NOW, memories: facts ? told : told.map((memory) => ({ ...memory, facts: [] })) })
      this.#tables.flush()
    })
    return this.#sql.take().written
  }

  /** The rows of chunks, words and vectors as they are in a vault, with nothing looked up or decided. */
  insert(from: number, count: number): void {
    this.ctx.storage.transactionSync(() => {
      for (let at = from; at < from + count; at++) {
        const memory = memories[at]!
        for (const chunk of memory.chunks) {
          const id = this.#tables.ids.next('chunks')
          const vector = this.#tables.ids.next('vectors')
          const { text, start, statement, words } = chunk
          storeVectors(this.#tables, [{ id: vector, chunk: id, persona: 1, facts: [], vector: chunk.vector }])
          this.#tables.chunks.insert(
            {
              ...{ id, persona: 1, statement, text, start, source: 0, level: 20, createdAt: NOW, statedAt: NOW },
              ...{
                lastAccess: NOW,
                accessCount: 0,
                session: null,
                memory: id,
                speaker: null,
                metadata: null,
                statedBy: [],
              },
              ...{ facts: [], vectors: [vector], words: words.length },
            },
            words,
          )
        }
      }
      this.#tables.flush()
    })
  }

  /** Vectors alone, from floats: packed, stored as rows, put where they are scanned. */
  add(count: number, dimensions: number): void {
    this.ctx.storage.transactionSync(() => {
      const rows = Array.from({ length: count }, (_, at) => {
        const id = this.#tables.ids.next('vectors')
        const vector = packVector(vectors.subarray(at * dimensions, (at + 1) * dimensions))
        return { id, chunk: id, persona: 1, facts: [], vector }
      })
      storeVectors(this.#tables, rows)
      this.#tables.flush()
    })
  }

  /** The nearest as a recall finds them: by the scan, then by whole vectors. Numbered from 0. */
  nearest(query: Float32Array, k: number): number[] {
    const packed = packVector(query)
    return this.#tables.vectors
      .byIds(nominate(createSearch(this.#tables, packed, null, null), packed, k))
      .map(({ id, vector }) => ({ id, score: cosine(packed, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, k)
      .map(({ id }) => id - 1)
  }
}

interface StorageEnv {
  readonly ROWS: DurableObjectNamespace<Rows>
}

export default {
  async fetch(request: Request, env: StorageEnv): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const number = (name: string) => Number(searchParams.get(name))
    const rows = env.ROWS.getByName(searchParams.get('object') ?? '')
    switch (pathname) {
      case '/keep-memories':
        memories = [...memories, ...memoriesFromBytes(await request.arrayBuffer())]
        return Response.json(memories.length)
      case '/keep-vectors':
        vectors = new Float32Array(await request.arrayBuffer())
        return Response.json(vectors.length)
      case '/remember':
        return Response.json(await rows.remember(number('from'), number('count'), number('facts') === 1))
      case '/insert':
        return Response.json(await rows.insert(number('from'), number('count')))
      case '/add':
        return Response.json(await rows.add(number('count'), number('dimensions')))
      case '/nearest':
        return Response.json(await rows.nearest(new Float32Array(await request.arrayBuffer()), number('k')))
      default:
        return new Response('storage')
    }
  },
} satisfies ExportedHandler<StorageEnv>

import { WorkerEntrypoint } from 'cloudflare:workers'
import { Directory as PlainDirectory } from '../../src/adapters/durable-objects/directory.ts'
import { ROUNDS, shardOf } from '../../src/adapters/durable-objects/directory-shards.ts'
import { createEmbeddedMemoryStore } from '../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../src/adapters/durable-objects/round-trip.ts'
import { createEmbeddedSchedule } from '../../src/adapters/durable-objects/schedule.ts'
import { packVector } from '../../src/domain/ranking/vector.ts'
import { type Visits, visitDue } from '../../src/pipelines/lifecycle/schedule.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { VisitOutcome } from '../../src/ports/schedule.ts'
import { DAY_MS } from '../../src/runtime/duration.ts'
import { createTrace } from '../../src/runtime/trace.ts'

export { Vault } from '../../src/adapters/durable-objects/vault.ts'

const EMBEDDER = 'none'
const POLICY = { threshold: 0.05, halfLifeMs: 7 * DAY_MS, compress: false }

/** The real directory, and a way to register many at once. */
export class Directory extends PlainDirectory {
  fill(namespaces: readonly string[], since: number): void {
    for (const namespace of namespaces)
      this.tell(namespace, { turn: 0, idle: [{ level: 20, since }], compressFrom: null })
  }
}

const visits = { made: 0, read: 0, written: 0, roundTrips: 0 }

/** The real visits of a round, counted. */
export class Lifecycle extends WorkerEntrypoint<Env> {
  async visit(asked: Visits): Promise<VisitOutcome[]> {
    const { ports, trace } = connect(this.env)
    const outcomes = await visitDue(ports, trace, asked)
    visits.made += outcomes.length
    visits.read += Number(trace.notes.get('rows_read') ?? 0)
    visits.written += Number(trace.notes.get('rows_written') ?? 0)
    visits.roundTrips += trace.roundTrips
    return outcomes
  }

  finished(): void {}
}

function connect(env: Env) {
  const trace = createTrace()
  const roundTrip = createRoundTrip(trace, 0)
  const ports = {
    config: { pruneThreshold: 0.05, decayHalfLifeDays: 7, consolidateMinIntervalSeconds: 600 },
    clock: Date.now,
    memory: createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip, trace }),
    schedule: createEmbeddedSchedule({ directory: env.DIRECTORY as never, roundTrip }),
    languageModel: null,
  } as unknown as Ports
  return { ports, trace }
}

/** One chunk and one relationship each; many share an entity, as in life. */
function memories(prefix: string, count: number): NewMemory[] {
  return Array.from({ length: count }, (_, i): NewMemory => {
    const name = `${prefix} ${i}`
    const text = `The ${name} is near the lake ${i % 500}.`
    const vector = packVector(Float32Array.from({ length: 384 }, () => Math.random() - 0.5))
    const claim = { slot: `near:lake ${i % 500}`, value: `lake ${i % 500}`, denies: false }
    const subject = { name, kind: 'thing' } as const
    const object = { name: `lake ${i % 500}`, kind: 'place' } as const
    const stance = { negated: false, aspect: 'is', confidence: 1, chunk: 0, vector: null } as const
    return {
      persona: 'shared',
      source: 'user',
      confidence: 1,
      sessionId: null,
      speaker: null,
      metadata: null,
      text,
      occurredAt: null,
      chunks: [
        { text, start: 0, end: text.length, vector, words: text.toLowerCase().split(/\W+/), statement: hash(text) },
      ],
      facts: [
        {
          subject,
          predicate: 'near',
          relation: 'near',
          object,
          text: `${name} near ${object.name}`,
          ...claim,
          ...stance,
        },
      ],
    }
  })
}

const hash = (text: string): number => {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return state >>> 0
}

export default {
  async fetch(request, env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const number = (name: string) => Number(searchParams.get(name))
    const namespace = searchParams.get('namespace') ?? ''
    const { ports, trace } = connect(env)
    const rows = () => ({ read: trace.notes.get('rows_read'), written: trace.notes.get('rows_written') })
    const store = ports.memory
    switch (pathname) {
      case '/remember': {
        const batch = memories(searchParams.get('prefix')!, number('count'))
        const now = Date.now() - number('days') * DAY_MS
        await store.remember(namespace, { now, embedder: EMBEDDER, memories: batch })
        return Response.json(rows())
      }
      case '/prune': {
        const pruned = await store.prune(namespace, { now: Date.now(), persona: null, ...POLICY })
        return Response.json({ pruned, ...rows() })
      }
      case '/count':
        return Response.json(await store.count(namespace, 'shared'))
      case '/consolidate': {
        const run = { force: true, minIntervalMs: 0, scheduled: false, compress: null, persona: null }
        const { pruned } = await store.consolidate(namespace, { now: Date.now(), ...POLICY, ...run })
        return Response.json({ pruned, ...rows() })
      }
      case '/register': {
        const names = Array.from({ length: number('count') }, (_, i) => `E${searchParams.get('prefix')}${i}`)
        for (const [shard, inIt] of Map.groupBy(names, shardOf)) {
          const directory = env.DIRECTORY.getByName(`shard-${shard}`) as unknown as DurableObjectStub<Directory>
          await directory.fill(inIt, Date.now() - number('days') * DAY_MS)
        }
        return Response.json({})
      }
      case '/round':
        await ports.schedule.begin({ at: Date.now(), policy: POLICY })
        return Response.json({ roundTrips: trace.roundTrips })
      case '/rounds':
        return Response.json(await ports.schedule.rounds(1))
      case '/cost': {
        const names = [...Array.from({ length: 64 }, (_, shard) => `shard-${shard}`), ROUNDS]
        const costs = await Promise.all(names.map((name) => env.DIRECTORY.getByName(name).cost()))
        const directory = { read: 0, written: 0 }
        for (const { read, written } of costs) {
          directory.read += read
          directory.written += written
        }
        return Response.json({ directory, visits })
      }
    }
    return new Response('bench')
  },
} satisfies ExportedHandler<Env>

import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { connect as connectCloud } from '../../src/bootstrap/connect-cloud.ts'
import { createTrace } from '../../src/runtime/trace.ts'

const OUTSIDE = {
  memory: {
    MEMORY_STORE: 'cloud',
    QDRANT_URL: 'http://127.0.0.1:6333',
    NEO4J_URI: 'bolt://127.0.0.1:7687',
    NEO4J_USERNAME: 'neo4j',
    NEO4J_PASSWORD: 'secret',
  },
  sessions: {
    WORKING_MEMORY: 'upstash',
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:8079',
    UPSTASH_REDIS_REST_TOKEN: 'secret',
  },
  LLM: { LLM: 'openai', LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'tiny-1' },
}

const bindings = (more: object) => ({ ...env, ...more }) as Env

describe('the Worker with everything embedded', () => {
  it.each(Object.keys(OUTSIDE) as (keyof typeof OUTSIDE)[])('says how to get services outside for its %s', (kind) => {
    expect(() => connect(bindings(OUTSIDE[kind]), createTrace())).toThrow(/src\/worker-cloud\.ts/)
  })
})

describe('the Worker with services outside', () => {
  it('takes those that are configured', () => {
    const { stores, transfer, rewindable } = connectCloud(bindings(OUTSIDE.memory), createTrace())
    expect([stores.qdrant.backend, stores.neo4j.backend, stores.redis.backend]).toEqual(['qdrant', 'neo4j', 'embedded'])
    expect([transfer !== null, rewindable]).toEqual([true, null])
    const redis = connectCloud(bindings(OUTSIDE.sessions), createTrace())
    expect([redis.stores.redis.backend, redis.stores.qdrant.backend]).toEqual(['upstash', 'embedded'])
    expect(redis.languageModel).toBeNull()
    expect(connectCloud(bindings(OUTSIDE.LLM), createTrace()).languageModel?.id).toBe('tiny-1')
  })

  it('has everything embedded where nothing is configured', () => {
    const { stores, transfer } = connectCloud(bindings({}), createTrace())
    expect([new Set(Object.values(stores).map(({ backend }) => backend)).size, transfer]).toEqual([1, null])
  })
})

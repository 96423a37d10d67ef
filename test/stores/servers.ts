import type { TestProject } from 'vitest/node'
import { startServers } from '../../scripts/servers/servers.ts'

const NAMES = [
  'QDRANT_URL',
  'QDRANT_API_KEY',
  'NEO4J_URI',
  'NEO4J_USERNAME',
  'NEO4J_PASSWORD',
  'UPSTASH_REDIS_REST_URL',
  'UPSTASH_REDIS_REST_TOKEN',
] as const

type Variables = Record<(typeof NAMES)[number], string>

declare module 'vitest' {
  interface ProvidedContext {
    stores: Variables
  }
}

/** Starts the real servers before the suites, or uses those that the environment names already. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env.QDRANT_URL !== undefined
  const servers = named ? null : await startServers()
  const given: Record<string, string | undefined> = servers?.variables ?? process.env
  const variables = Object.fromEntries(NAMES.map((name) => [name, given[name] ?? ''])) as Variables
  project.provide('stores', variables)
  // A graph server that has just started plans every query for the first time, which on a busy machine takes seconds.
  const service = {
    MEMORY_STORE: 'cloud',
    WORKING_MEMORY: 'upstash',
    ENTITY_CACHE: 'upstash',
    STORE_TIMEOUT_MS: '60000',
  }
  process.env.E2E_SERVICE_ENV = JSON.stringify({ ...variables, ...service })
  return servers?.stop
}

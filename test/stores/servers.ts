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

declare module 'vitest' {
  interface ProvidedContext {
    stores: Record<(typeof NAMES)[number], string>
  }
}

/** Starts the real servers before the suites, or uses those that the environment names already. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env.QDRANT_URL !== undefined
  const servers = named ? null : await startServers()
  const given: Record<string, string | undefined> = servers?.variables ?? process.env
  project.provide(
    'stores',
    Object.fromEntries(NAMES.map((name) => [name, given[name] ?? ''])) as Record<(typeof NAMES)[number], string>,
  )
  return servers?.stop
}

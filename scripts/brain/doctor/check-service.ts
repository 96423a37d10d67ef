import { installation } from '#installation'
import { VERSION } from '../../../src/domain/version.ts'
import type { ServiceClient } from '../../service-client.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

interface HealthReply {
  readonly ready: boolean
  readonly models_loaded: boolean
  readonly version: string
  readonly [name: string]: unknown
}

const STORES = ['neo4j', 'redis', 'qdrant']
const CLOCK_SLACK_MS = 5_000

/** What a running service says of itself. */
export async function checkService(service: ServiceClient): Promise<Finding[]> {
  const reply = await service.ask('GET', '/brain/health').catch((error: Error) => error)
  if (reply instanceof Error)
    return [fail('service', reply.message, `look into its log; start it with ${installation.start}`)]
  if (reply.status !== 200)
    return [fail('service', `health was answered with ${reply.status}`, 'is another program at this address?')]
  const health = reply.body as HealthReply
  return [
    health.version === VERSION
      ? ok('service', `${service.url}, version ${health.version}`)
      : warn(
          'service',
          `it runs version ${health.version}, and ${VERSION} is installed here`,
          'start or deploy it anew',
        ),
    ...checkStores(health),
    health.models_loaded
      ? ok('models in use', 'loaded')
      : warn('models in use', 'not loaded yet', 'ask again in half a minute, then look into the log'),
    ...checkClocks(reply.headers.get('date')),
  ]
}

/** What stands behind several names is told once. */
function checkStores(health: HealthReply): Finding[] {
  const backends = (health.backends ?? {}) as Record<string, string>
  const found = new Map<string, Finding>()
  for (const name of STORES) {
    const backend = backends[name] ?? 'unknown'
    const state = String(health[name] ?? 'not told')
    const label = backend === 'embedded' ? 'stores' : name
    const finding =
      state === 'connected'
        ? ok(label, `${backend}, connected`)
        : fail(label, `${backend}, ${state}`, 'see that it runs and that its address and key are right')
    if (found.get(label)?.state !== 'fail') found.set(label, finding)
  }
  return [...found.values()]
}

function checkClocks(date: string | null): Finding[] {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return []
  const seconds = Math.round((Date.now() - there) / 1000)
  return Math.abs(seconds) * 1000 > CLOCK_SLACK_MS
    ? [warn('clocks', `${Math.abs(seconds)} s between this machine and the service`, 'set the clock that is wrong')]
    : []
}

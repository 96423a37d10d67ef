import { connect } from 'node:net'
import { type Config, parseConfig } from '../../../src/bootstrap/config.ts'
import { givenVariables } from '../../start/service-config.ts'
import type { WorkerSettings } from '../../worker-settings.ts'
import { type Finding, fail, ok } from './finding.ts'

const PATIENCE_MS = 3_000

/** What the next start would be configured with, and whether the services outside that it names can be reached from here. */
export async function checkConfiguration(
  settings: WorkerSettings,
  environment: NodeJS.ProcessEnv,
  isRunning: boolean,
): Promise<Finding[]> {
  const config = parseConfig(givenVariables(settings, environment))
  if ('problem' in config)
    return [fail('configuration', config.problem, 'mend it in the environment, .dev.vars or wrangler.toml')]
  const { memoryStore, embedder, llm } = config
  const summary = `memory ${memoryStore.kind}, embedder ${embedder.kind}, LLM ${llm.provider}`
  // A service that runs is asked itself.
  const outside = isRunning ? [] : await Promise.all(servicesOutside(config).map(reach))
  return [ok('configuration', summary), ...outside]
}

interface Outside {
  readonly name: string
  readonly url: string
}

const servicesOutside = ({ memoryStore, upstash, embedder, llm }: Config): Outside[] => [
  ...(memoryStore.kind === 'cloud'
    ? [
        { name: 'qdrant', url: memoryStore.qdrant.url },
        { name: 'neo4j', url: memoryStore.neo4j.uri },
      ]
    : []),
  ...(upstash ? [{ name: 'redis', url: upstash.url }] : []),
  ...(embedder.kind === 'openai' ? [{ name: 'embeddings', url: embedder.baseUrl }] : []),
  ...(llm.provider === 'openai' ? [{ name: 'llm', url: llm.baseUrl }] : []),
]

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }
const BOLT_PORT = 7687

function reach({ name, url }: Outside): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url)
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (PORTS[protocol] ?? BOLT_PORT) }
  return new Promise((resolve) => {
    const socket = connect(place)
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    const nobody = (why: string) =>
      end(fail(name, `nothing answers at ${place.host}:${place.port} (${why})`, 'start it, or correct its address'))
    socket.setTimeout(PATIENCE_MS, () => nobody('too slow'))
    socket.once('connect', () => end(ok(name, `${place.host}:${place.port} can be reached`)))
    socket.once('error', (error: NodeJS.ErrnoException) => nobody(error.code ?? error.message))
  })
}

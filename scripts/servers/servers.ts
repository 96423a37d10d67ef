import { runScript } from '../problem.ts'
import { startNeo4j } from './neo4j.ts'
import { startQdrant } from './qdrant.ts'
import { startUpstash } from './redis.ts'

/** Starts Qdrant, Neo4j and Redis on this machine. A server that cannot be had fails all of it. */
export async function startServers() {
  const [qdrant, neo4j, upstash] = await Promise.all([startQdrant(), startNeo4j(), startUpstash()])
  return {
    qdrant,
    neo4j,
    upstash,
    /** What the service has to be told of them. */
    variables: {
      QDRANT_URL: qdrant.url,
      QDRANT_API_KEY: qdrant.apiKey,
      NEO4J_URI: neo4j.bolt,
      NEO4J_USERNAME: neo4j.username,
      NEO4J_PASSWORD: neo4j.password,
      UPSTASH_REDIS_REST_URL: upstash.url,
      UPSTASH_REDIS_REST_TOKEN: upstash.token,
    },
    async stop() {
      await Promise.all([qdrant.stop(), neo4j.stop(), upstash.stop()])
    },
  }
}

/** By itself: starts them, prints what to tell the service, and waits for Ctrl-C. */
if (import.meta.main) {
  await runScript(async () => {
    const servers = await startServers()
    for (const [name, value] of Object.entries(servers.variables)) process.stdout.write(`export ${name}='${value}'\n`)
    process.stdout.write(`# pids: ${servers.qdrant.pid} ${servers.neo4j.pid} ${servers.upstash.pid}\n`)
    await new Promise((done) => {
      process.once('SIGINT', done)
      process.once('SIGTERM', done)
    })
    await servers.stop()
  })
}

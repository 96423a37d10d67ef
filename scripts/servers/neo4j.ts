import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { cacheFolder, freePorts, needProgram, newFolder, runServer, type Server } from './server.ts'

export interface Neo4jServer extends Server {
  readonly bolt: string
  readonly http: string
  readonly username: string
  readonly password: string
}

/** Neo4j Community from Maven Central: 154 MB the first time. Java 17 and Maven are needed. */
export async function startNeo4j(): Promise<Neo4jServer> {
  needProgram('java', 'openjdk-17-jre-headless')
  const jars = fetchJars()
  const home = newFolder('neo4j')
  const [boltPort, httpPort] = await freePorts(2)
  mkdirSync(join(home, 'conf'))
  writeFileSync(
    join(home, 'conf', 'neo4j.conf'),
    `${[
      'server.default_listen_address=127.0.0.1',
      `server.bolt.listen_address=127.0.0.1:${boltPort}`,
      `server.bolt.advertised_address=127.0.0.1:${boltPort}`,
      `server.http.listen_address=127.0.0.1:${httpPort}`,
      `server.http.advertised_address=127.0.0.1:${httpPort}`,
      'server.memory.pagecache.size=128m',
      'db.tx_log.preallocate=false',
      // Bolt's thread pools wait twice 5 s at stop, after the databases are closed already.
      'internal.server.bolt.thread_pool_shutdown_wait_time=100ms',
      'internal.server.bolt.connection_shutdown_wait_time=100ms',
      'dbms.usage_report.enabled=false',
      // Half the time of the suites went into planning: anew whenever an empty database had grown, and once more for lists of another length.
      'dbms.cypher.min_replan_interval=1h',
      'internal.cypher.use_parameter_size=false',
    ].join('\n')}\n`,
  )
  const http = `http://127.0.0.1:${httpPort}`
  const password = randomBytes(12).toString('hex')
  const archive = join(jars, 'classes.jsa')
  const part = `${archive}.part-${process.pid}`
  const known = existsSync(archive)
  const classPath = readdirSync(jars)
    .filter((name) => name.endsWith('.jar'))
    .sort()
    .map((name) => join(jars, name))
    .join(':')
  const server = await runServer({
    name: 'Neo4j',
    timeoutMs: 180_000,
    spawn: () =>
      spawn('java', [
        '-Xms512m',
        '-Xmx512m',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        // The first run writes an archive of classes at its end; later ones start in half the time.
        known ? `-XX:SharedArchiveFile=${archive}` : `-XX:ArchiveClassesAtExit=${part}`,
        '-Xlog:disable',
        '-Xlog:all=off',
        '--add-opens=java.base/java.nio=ALL-UNNAMED',
        '--add-opens=java.base/java.io=ALL-UNNAMED',
        '--add-opens=java.base/sun.nio.ch=ALL-UNNAMED',
        ...['-cp', classPath, 'org.neo4j.server.CommunityEntryPoint'],
        ...[`--home-dir=${home}`, `--config-dir=${join(home, 'conf')}`, '--console-mode'],
      ]),
    ready: async (output) => /INFO\s+Started\./.test(output()) && (await hasPassword(http, password)),
    empty: () => {
      for (const name of ['data', 'logs', 'run']) rmSync(join(home, name), { recursive: true, force: true })
    },
  })
  const stop = server.stop
  return Object.assign(server, {
    bolt: `bolt://127.0.0.1:${boltPort}`,
    http,
    username: 'neo4j',
    password,
    async stop() {
      await stop()
      rmSync(home, { recursive: true, force: true })
      if (!known && existsSync(part)) renameSync(part, archive)
    },
  })
}

/** A fresh server wants its password changed before anything else. */
async function hasPassword(http: string, password: string): Promise<boolean> {
  const ask = async (database: string, given: string, statement: string, parameters = {}) =>
    (
      await fetch(`${http}/db/${database}/query/v2`, {
        method: 'POST',
        body: JSON.stringify({ statement, parameters }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: `Basic ${btoa(`neo4j:${given}`)}`,
        },
        signal: AbortSignal.timeout(20_000),
      })
    ).ok
  try {
    if (await ask('neo4j', password, 'RETURN 1')) return true
    await ask('system', 'neo4j', 'ALTER CURRENT USER SET PASSWORD FROM $old TO $new', { old: 'neo4j', new: password })
  } catch {}
  return false
}

function fetchJars(): string {
  const pom = join(import.meta.dirname, 'neo4j.pom.xml')
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder('neo4j'), version)
  if (existsSync(folder)) return folder
  needProgram('mvn', 'maven')
  const part = `${folder}.part-${process.pid}`
  mkdirSync(part, { recursive: true })
  // Published by a rename, so that an interrupted download is never taken for a whole one.
  const { status, error } = spawnSync(
    'mvn',
    [
      ...['-q', '-B', '-f', pom, '-Dmaven.artifact.threads=16'],
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${part}`,
    ],
    { stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true })
    throw new Problem(`Neo4j could not be fetched from Maven: ${error?.message ?? `mvn ended with ${status}`}`)
  }
  renameSync(part, folder)
  return folder
}

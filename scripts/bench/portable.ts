import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { downloadExport } from '../brain/export/download-export.ts'
import { createProgressBar } from '../brain/import/progress-bar.ts'
import { restoreExport } from '../brain/import/restore-export.ts'
import { prepareLocalService } from '../faults/local-service.ts'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient } from '../service-client.ts'

const HELP = `Imports and exports a large account, and tells how long that takes and how much memory the runtime needs.

  npm run bench:portable -- [--memories 100000] [--long 60]

The account is made up: a chunk and two facts a memory, with vectors. Then another one with long memories, of 100 KB and 500 facts each. It takes
some minutes.
`

const VALUES_MOST = 32_767

/** A random direction, packed as exports have it. */
function vector(dimensions: number): string {
  const values = Float64Array.from({ length: dimensions }, () => Math.random() - 0.5)
  const length = Math.hypot(...values)
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = largest / length / VALUES_MOST
  const bytes = Buffer.alloc(dimensions * 2 + 4)
  for (const [at, value] of values.entries()) bytes.writeInt16LE(Math.round(value / length / scale), at * 2)
  bytes.writeFloatLE(scale, dimensions * 2)
  return bytes.toString('base64')
}

const standing = (id: number, memory: number) => ({
  ...{ id, persona: 'shared', source: 'user', level: 20, created_at: memory, stated_at: memory, last_access: memory },
  ...{ access_count: 0, metadata: null, memory, stated_by: ['user'] },
})

/** What memories are made of: chunks, the facts that each states, and characters that are added to its text. */
interface Size {
  readonly chunks: number
  readonly facts: number
  readonly padding: number
}

const SHORT: Size = { chunks: 1, facts: 2, padding: 0 }
/** 100 KB of text with 500 facts. */
const LONG: Size = { chunks: 100, facts: 5, padding: 900 }

function factOf(id: number, memory: number, chunk: number) {
  const object = id % 2 === 1 ? `town ${id % 977}` : `crate ${id / 2}`
  const [predicate, relation] = id % 2 === 1 ? ['lives_in', 'lives in'] : ['ordered', 'ordered']
  return {
    ...standing(id, memory),
    ...{ subject: `customer ${memory}`, predicate, relation, object, leaf: false, negated: false, aspect: 'is' },
    ...{
      text: `Customer ${memory} ${relation} ${object}`,
      slot: `${predicate} ${object}`,
      value: object,
      denies: false,
    },
    ...{ chunk, vector: 0, abstraction: null, members: 0, latest: 0, date: null },
  }
}

function memoryLine(n: number, dimensions: number, size: Size): string {
  const session = `s${n % 1000}`
  const chunks = Array.from({ length: size.chunks }, (_, at) => {
    const id = (n - 1) * size.chunks + at + 1
    const facts = Array.from({ length: size.facts }, (_, m) => factOf((id - 1) * size.facts + m + 1, n, id))
    return { id, facts, text: `${facts.map(({ text }) => text).join('. ')}.${' tea'.repeat(size.padding / 4)}` }
  })
  const facts = chunks.flatMap((chunk) => chunk.facts)
  return JSON.stringify({
    ...{ type: 'memory', id: n, persona: 'shared', source: 'user', level: 20, session, speaker: null },
    ...{ metadata: null, occurred_at: n, created_at: n, stated_at: n, text: null, version: 1, changes: null },
    stated: [
      ...chunks.map(({ id }) => ({ target: `c${id}` })),
      ...facts.map(({ id, chunk, text }) => ({ target: `f${id}`, level: 20, chunk, text })),
    ],
    versions: [],
    chunks: chunks.map(({ id, facts, text }, at) => {
      const ids = facts.map((fact) => fact.id)
      return {
        ...{ ...standing(id, n), text, start: at * text.length, statement: id, session, speaker: null, facts: ids },
        vectors: [{ facts: ids, data: vector(dimensions) }],
      }
    }),
    facts,
    parked: [],
  })
}

/** The memory of a process in MB: what it has (`VmRSS`) or the most that it ever had (`VmHWM`). */
const memoryMb = (pid: number, which: 'VmRSS' | 'VmHWM') =>
  Math.round(
    Number(new RegExp(`^${which}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  )

/** From now on the most that it ever had is what it has now. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Notes the memory of the runtime after a tenth, a half and all of the memories. */
function watchMemory(pid: number, memories: number) {
  const due = [memories / 10, memories / 2, memories].map(Math.round)
  const noted: string[] = []
  return {
    noted,
    at(count: number) {
      while (due[0] !== undefined && count >= due[0]) noted.push(`${due.shift()}: ${memoryMb(pid, 'VmRSS')} MB`)
    },
  }
}

async function measure(memories: number, long: number): Promise<void> {
  const service = await prepareLocalService({})
  const runtime = await service.launch()
  try {
    const url = `http://127.0.0.1:${runtime.port}`
    const operator = createServiceClient(url, { token: service.adminToken })
    const key = async (name: string) => (await createFirstKey(operator, name)).key
    const sample = createServiceClient(url, { key: await key('sample') })
    await sample.get('POST', '/brain/ingest', { text: 'Emma lives in Oslo.' })
    let header = ''
    let data = ''
    for await (const line of sample.lines!('/brain/export?vectors=true')) {
      header ||= line
      data ||= /"data":"([^"]+)"/.exec(line)?.[1] ?? ''
    }
    const dimensions = (Buffer.from(data, 'base64').length - 4) / 2
    const pid = Number(service.folder.read('pid'))

    async function roundTrip(account: string, count: number, size: Size) {
      await key(account)
      const path = `/admin/accounts/${account}`
      const end = { client: operator, exportPath: `${path}/export`, restorePath: `${path}/restore?` }
      const before = memoryMb(pid, 'VmRSS')
      forgetPeak(pid)
      const importing = watchMemory(pid, count)
      const parts = (async function* () {
        yield { text: `${header}\n`, bytesRead: 0 }
        for (let n = 1; n <= count; n++) {
          yield { text: `${memoryLine(n, dimensions, size)}\n`, bytesRead: 0 }
          importing.at(n)
        }
      })()
      const file = { name: 'made up', format: 'edge-brain' as const, bytes: null, parts }
      const bar = createProgressBar('Importing', process.stderr.isTTY === true)
      let begun = performance.now()
      const { imported } = await restoreExport(end, file, { dryRun: false }, bar)
      const importS = (performance.now() - begun) / 1000
      const importPeak = memoryMb(pid, 'VmHWM')

      let bytes = 0
      begun = performance.now()
      forgetPeak(pid)
      const exporting = watchMemory(pid, count)
      const { counts } = await downloadExport(end, new URLSearchParams({ vectors: 'true' }), {
        async write(text) {
          bytes += Buffer.byteLength(text)
        },
        progress: exporting.at,
      })
      const exportS = (performance.now() - begun) / 1000
      const facts = imported * size.chunks * size.facts
      process.stdout.write(
        `import: ${imported} memories and ${facts} facts in ${importS.toFixed(1)} s, ${Math.round(imported / importS)} a second\n` +
          `export: ${counts.memory} memories, ${(bytes / 1e6).toFixed(0)} MB in ${exportS.toFixed(1)} s, ${Math.round((counts.memory ?? 0) / exportS)} a second\n` +
          `memory of the runtime importing: ${importing.noted.join(', ')}\n` +
          `memory of the runtime exporting: ${exporting.noted.join(', ')}\n` +
          `its peak: ${importPeak} MB at the import, ${memoryMb(pid, 'VmHWM')} MB at the export, from ${before} MB before\n`,
      )
    }

    await roundTrip('large', memories, SHORT)
    await roundTrip('long', long, LONG)
  } finally {
    await runtime.stop()
    service.close()
  }
}

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      memories: { type: 'string', default: '100000' },
      long: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(HELP)
  else await measure(Number(values.memories), Number(values.long))
})

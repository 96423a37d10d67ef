import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { downloadExport } from '../brain/export/download-export.ts'
import { createProgressBar } from '../brain/import/progress-bar.ts'
import { restoreExport } from '../brain/import/restore-export.ts'
import { prepareLocalService } from '../faults/local-service.ts'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient } from '../service-client.ts'

const HELP = `Imports and exports a large account, and tells how long that takes and how much memory the runtime needs.

  npm run bench:portable -- [--memories 100000]

The account is made up: a chunk and two facts a memory, with vectors. It takes some minutes.
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

/** A memory of one chunk that states two facts. */
function memoryLine(n: number, dimensions: number): string {
  const text = `Customer ${n} lives in town ${n % 977}. Customer ${n} ordered crate ${n}.`
  const facts = [`town ${n % 977}`, `crate ${n}`].map((object, at) => ({
    ...standing(n * 2 - 1 + at, n),
    ...{
      subject: `customer ${n}`,
      predicate: at === 0 ? 'lives_in' : 'ordered',
      relation: at === 0 ? 'lives in' : 'ordered',
    },
    ...{ object, leaf: false, text: `Customer ${n} ${at === 0 ? 'lives in' : 'ordered'} ${object}`, negated: false },
    ...{ aspect: 'is', slot: at === 0 ? 'lives_in' : `ordered ${object}`, value: object, denies: false, chunk: n },
    ...{ vector: 0, abstraction: null, members: 0, latest: 0, date: null },
  }))
  const ids = facts.map(({ id }) => id)
  return JSON.stringify({
    ...{ type: 'memory', id: n, persona: 'shared', source: 'user', level: 20, session: `s${n % 1000}`, speaker: null },
    ...{ metadata: null, occurred_at: n, created_at: n, stated_at: n, text: null, version: 1, changes: null },
    stated: [
      { target: `c${n}` },
      ...facts.map((fact) => ({ target: `f${fact.id}`, level: 20, chunk: n, text: fact.text })),
    ],
    versions: [],
    chunks: [
      {
        ...{ ...standing(n, n), text, start: 0, statement: n, session: `s${n % 1000}`, speaker: null, facts: ids },
        vectors: [{ facts: ids, data: vector(dimensions) }],
      },
    ],
    facts,
    parked: [],
  })
}

/** The memory of a process in MB: what it has (`VmRSS`) or the most that it ever had (`VmHWM`). */
const memoryMb = (pid: number, which: 'VmRSS' | 'VmHWM') =>
  Math.round(
    Number(new RegExp(`^${which}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  )

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

async function measure(memories: number): Promise<void> {
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
    const client = operator
    const end = { client, exportPath: '/admin/accounts/large/export', restorePath: '/admin/accounts/large/restore?' }
    await key('large')
    const pid = Number(service.folder.read('pid'))
    const before = memoryMb(pid, 'VmHWM')

    const importing = watchMemory(pid, memories)
    const parts = (async function* () {
      yield { text: `${header}\n`, bytesRead: 0 }
      for (let n = 1; n <= memories; n++) {
        yield { text: `${memoryLine(n, dimensions)}\n`, bytesRead: 0 }
        importing.at(n)
      }
    })()
    const file = { name: 'made up', format: 'edge-brain' as const, bytes: null, parts }
    const bar = createProgressBar('Importing', process.stderr.isTTY === true)
    let begun = performance.now()
    const { imported } = await restoreExport(end, file, { dryRun: false }, bar)
    const importS = (performance.now() - begun) / 1000
    const afterImport = memoryMb(pid, 'VmHWM')

    let bytes = 0
    begun = performance.now()
    const exporting = watchMemory(pid, memories)
    const { counts } = await downloadExport(end, new URLSearchParams({ vectors: 'true' }), {
      async write(text) {
        bytes += Buffer.byteLength(text)
      },
      progress: exporting.at,
    })
    const exportS = (performance.now() - begun) / 1000
    const facts = memories * 2
    process.stdout.write(
      `import: ${imported} memories and ${facts} facts in ${importS.toFixed(1)} s, ${Math.round(imported / importS)} a second\n` +
        `export: ${counts.memory} memories, ${(bytes / 1e6).toFixed(0)} MB in ${exportS.toFixed(1)} s, ${Math.round((counts.memory ?? 0) / exportS)} a second\n` +
        `memory of the runtime importing: ${importing.noted.join(', ')}\n` +
        `memory of the runtime exporting: ${exporting.noted.join(', ')}\n` +
        `its peak: ${before} MB before, ${afterImport} MB after the import, ${memoryMb(pid, 'VmHWM')} MB after the export\n`,
    )
  } finally {
    await runtime.stop()
    service.close()
  }
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { memories: { type: 'string', default: '100000' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else await measure(Number(values.memories))
})

import { usageProblem } from '../problem.ts'
import { readSizes, runBench } from './run-bench.ts'
import { type Call, startVaultWorker } from './start-vault-worker.ts'
import { quantile } from './times.ts'

const HELP = `What forgetting costs, in workerd.

  npm run bench:forget -- prune [large] [small]         10 of 100,000 relationships pruned, against 10 of 1,000
  npm run bench:forget -- flood [count]                 20,000 relationships and as many chunks pruned at once
  npm run bench:forget -- round [registered] [due]      one hourly round with 1,000,000 namespaces, 500 of them due

  --help           this text
`

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now()
  const result = await work()
  return { ms: performance.now() - begun, result }
}

const BATCH = 500
const REPEATS = 15
const DUE = 10

async function prune(call: Call, large: number, small: number): Promise<void> {
  for (const size of [large, small]) {
    for (let done = 0; done < size; done += BATCH)
      await call('/remember', { namespace: `E${size}`, prefix: `kept ${done}`, count: BATCH, days: 1 })
    console.log(`${size.toLocaleString('en')} relationships stored`)
  }
  const times: Record<string, number[]> = {}
  const rows: Record<string, string> = {}
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const size of [large, small]) {
      for (const operation of ['prune', 'consolidate']) {
        const namespace = `E${size}`
        await call('/remember', { namespace, prefix: `${operation} ${repeat}`, count: DUE, days: 40 })
        const { ms, result } = await timed(() => call(`/${operation}`, { namespace }))
        if (result.pruned !== 2 * DUE) throw new Error(`pruned ${result.pruned}`)
        times[`${operation} ${size}`] = [...(times[`${operation} ${size}`] ?? []), ms]
        rows[`${operation} ${size}`] = `${result.read} rows read, ${result.written} written`
      }
    }
  }
  for (const operation of ['prune', 'consolidate']) {
    const [slow, fast] = [large, small].map((size) => quantile(times[`${operation} ${size}`]!, 0.5)) as [number, number]
    for (const [size, ms] of [[large, slow] as const, [small, fast] as const])
      console.log(
        `${operation}, 10 relationships and 10 chunks due of ${size.toLocaleString('en')} each: median ${ms.toFixed(2)} ms, ${rows[`${operation} ${size}`]}`,
      )
    console.log(`${operation}: ratio ${(slow / fast).toFixed(2)}`)
  }
}

async function flood(call: Call, count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH)
    await call('/remember', { namespace: 'Eflood', prefix: `gone ${done}`, count: BATCH, days: 40 })
  let done = false
  const pruning = timed(() => call('/prune', { namespace: 'Eflood' })).finally(() => {
    done = true
  })
  const meanwhile: number[] = []
  while (!done) meanwhile.push((await timed(() => call('/count', { namespace: 'Eflood' }))).ms)
  const { ms, result } = await pruning
  console.log(
    `${result.pruned} relationships and chunks pruned at once: ${ms.toFixed(0)} ms, ${result.read} rows read, ${result.written} written`,
  )
  console.log(
    `a call of the same namespace meanwhile: median ${quantile(meanwhile, 0.5).toFixed(0)} ms, longest ${Math.max(...meanwhile).toFixed(0)} ms`,
  )
}

interface Cost {
  readonly directory: { readonly read: number; readonly written: number }
  readonly visits: {
    readonly made: number
    readonly read: number
    readonly written: number
    readonly roundTrips: number
  }
}

async function round(call: Call, registered: number, due: number): Promise<void> {
  const STEP = 50_000
  for (let done = 0; done < registered - due; done += STEP)
    await call('/register', { prefix: `idle${done}x`, count: Math.min(STEP, registered - due - done), days: 1 })
  await call('/register', { prefix: 'due', count: due, days: 40 })
  for (let i = 0; i < due; i++) await call('/remember', { namespace: `Edue${i}`, prefix: 'old', count: 1, days: 40 })
  console.log(`${registered.toLocaleString('en')} namespaces registered, ${due} of them due`)
  for (const name of ['first', 'next']) {
    await call('/cost')
    const { ms, result } = await timed(() => call('/round'))
    for (let finished = false; !finished; ) {
      const [last] = await call<{ finishedAt: number | null; visited: number; pruned: number }[]>('/rounds')
      finished = last!.finishedAt !== null
      if (finished) console.log(`${name} round: visited ${last!.visited}, pruned ${last!.pruned}`)
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { directory, visits } = await call<Cost>('/cost')
    console.log(`  asking the 64 shards: ${result.roundTrips} round trips, ${ms.toFixed(0)} ms`)
    console.log(`  directory: ${directory.read} rows read, ${directory.written} rows written`)
    console.log(
      `  vaults, all rounds so far: ${visits.made} visits, ${visits.roundTrips} round trips, ${visits.read} rows read, ${visits.written} rows written`,
    )
  }
}

/** Each with its usual sizes. */
const parts: Readonly<Record<string, { readonly run: typeof prune; readonly sizes: readonly [number, number] }>> = {
  prune: { run: prune, sizes: [100_000, 1_000] },
  flood: { run: flood, sizes: [20_000, 0] },
  round: { run: round, sizes: [1_000_000, 500] },
}

await runBench(HELP, async ([name = '', ...given]) => {
  const part = parts[name]
  if (!part) throw usageProblem(`What is to be measured: ${Object.keys(parts).join(', ')}? --help tells more.`)
  const [first, second] = readSizes(given, part.sizes) as [number, number]
  const worker = await startVaultWorker('forget-worker.ts')
  await part.run(worker.call, first, second)
  await worker.stop()
})

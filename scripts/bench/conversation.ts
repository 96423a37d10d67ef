import { createImportReader } from '../../src/domain/import/import-formats.ts'
import { importIdOf } from '../../src/domain/import/import-id.ts'
import type { ImportedText } from '../../src/domain/import/imported-text.ts'
import { toItemLine } from '../../src/domain/import/item-lines.ts'
import { abuseService } from '../abuse/abused-service.ts'
import { Problem, runScript } from '../problem.ts'

const MESSAGES = Number(process.argv[2] ?? 2_000)
/** As the command line sends them, and as the service takes texts at once. */
const PART_TEXTS = 200
const BATCH_TEXTS = 100

const subjects = ['Emma', 'My brother', 'The landlord', 'Our neighbour', 'The new boss', 'My sister', 'Rui']
const acts = ['moved to', 'flew to', 'wrote from', 'is back from', 'bought a flat in', 'met a friend in', 'dreams of']
const places = ['Lisbon', 'Oslo', 'Kyoto', 'Lima', 'Ghent', 'Tartu', 'Cork', 'Split', 'Faro', 'Bern', 'Graz']

const messageText = (n: number): string =>
  `${subjects[n % 7]} ${acts[n % 5]} ${places[n % 11]} on day ${n}, for ${200 + n} euros. It took ${n % 9} hours, and the weather was ${n % 2 ? 'bad' : 'fine'}.`

/** One conversation of ChatGPT, as its export has it. */
function conversation(): string {
  const mapping: Record<string, unknown> = { m0: { id: 'm0', message: null, parent: null, children: ['m1'] } }
  for (let n = 1; n <= MESSAGES; n++)
    mapping[`m${n}`] = {
      ...{ id: `m${n}`, parent: `m${n - 1}`, children: [`m${n + 1}`] },
      message: {
        ...{ id: `m${n}`, author: { role: n % 2 ? 'user' : 'assistant' }, create_time: 1_700_000_000 + n * 60 },
        ...{ content: { content_type: 'text', parts: [messageText(n)] }, weight: 1, recipient: 'all', metadata: {} },
      },
    }
  return JSON.stringify([{ conversation_id: 'long', title: 'Long', current_node: `m${MESSAGES}`, mapping }])
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A conversation of 2,000 messages by import and the same texts by batches, part by part in turn, so that the machine's moods hit both. */
await runScript(async () => {
  const problems = await abuseService(async (service) => {
    const [importing, ingesting] = [await service.newTenant('enterprise'), await service.newTenant('enterprise')]
    const warm = { items: [{ text: 'I live in Lisbon.' }] }
    for (const { client } of [importing, ingesting]) await client.get('POST', '/brain/ingest/batch', warm)
    const texts: ImportedText[] = []
    const total = { import: 0, ingest: 0 }
    total.import += await timed(async () => {
      const reader = createImportReader('chatgpt', { now: Date.now() })
      for (const found of [...reader.push(conversation()), ...reader.end()]) if ('text' in found) texts.push(found.text)
    })
    if (texts.length !== MESSAGES) return [`${texts.length} texts were read`]
    for (let at = 0, turn = 0; at < texts.length; at += PART_TEXTS, turn++) {
      const part = texts.slice(at, at + PART_TEXTS)
      const byImport = async () => {
        const lines = await Promise.all(
          part.map(async (one) => toItemLine(one, await importIdOf('chatgpt', one.identity))),
        )
        const headers = { 'content-type': 'application/x-ndjson' }
        const report = await importing.client.get<{ imported: number }>(
          'POST',
          '/brain/import?format=items',
          lines.join('\n'),
          headers,
        )
        if (report.imported !== part.length) throw new Problem(`${report.imported} of ${part.length} were imported`)
      }
      const byBatches = async () => {
        for (let from = 0; from < part.length; from += BATCH_TEXTS) {
          const items = part.slice(from, from + BATCH_TEXTS).map(({ text, source, sessionId, occurredAt }) => ({
            ...{ text, source, session_id: sessionId, occurred_at: occurredAt! / 1000 },
          }))
          await ingesting.client.get('POST', '/brain/ingest/batch', { items })
        }
      }
      for (const kind of turn % 2 ? (['import', 'ingest'] as const) : (['ingest', 'import'] as const))
        total[kind] += await timed(kind === 'import' ? byImport : byBatches)
    }
    for (const kind of ['import', 'ingest'] as const)
      process.stdout.write(
        `${kind}: ${MESSAGES} texts in ${(total[kind] / 1000).toFixed(1)} s, ${Math.round((MESSAGES * 1000) / total[kind])} a second\n`,
      )
    process.stdout.write(
      `import takes ${(total.import / total.ingest).toFixed(2)} times as long as batches of ${BATCH_TEXTS}\n`,
    )
    return []
  })
  if (problems.length > 0) throw new Problem(problems.join('\n'))
})

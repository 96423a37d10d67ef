import type { ServiceClient } from '../../scripts/service-client.ts'

export const MINUTES_APART = 5
/** As many as fit into a part of an import. */
const PART = 1_200

interface Exported {
  readonly chunks: readonly Record<string, unknown>[]
}

/** Notes 1 to `count`, five minutes apart, restored from an export with vectors; when the last was made. One that was really told is their model. */
export async function fillWithNotes(client: ServiceClient, count: number): Promise<Date> {
  const told = await client.get<{ memory_id: string }>('POST', '/brain/ingest', { text: 'Note 0: it rained.' })
  const lines: string[] = []
  for await (const line of client.lines!('/brain/export?vectors=true')) lines.push(line)
  await client.get('DELETE', `/brain/memories/${told.memory_id}`)
  const header = lines[0]!
  const persona = lines.find((line) => line.startsWith('{"type":"persona"'))!
  const model = JSON.parse(lines.find((line) => line.startsWith('{"type":"memory"'))!) as Exported
  const end = Date.now()
  const note = (number: number): string => {
    const at = end - (count - number) * MINUTES_APART * 60_000
    // The one that was told had the first number.
    const id = number + 1
    const chunk = {
      ...{ ...model.chunks[0], id, memory: id, statement: id, text: `Note ${number}: it rained on the way home.` },
      ...{ created_at: at, stated_at: at, last_access: at },
    }
    return JSON.stringify({
      ...{ ...model, id, occurred_at: at, created_at: at, stated_at: at },
      ...{ stated: [{ target: `c${id}` }], chunks: [chunk] },
    })
  }
  for (let first = 1; first <= count; first += PART) {
    const part = Array.from({ length: Math.min(PART, count - first + 1) }, (_, at) => note(first + at))
    await client.get('POST', '/brain/import?format=edge-brain', [header, persona, ...part].join('\n'))
  }
  return new Date(end)
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mapConcurrent } from '../../src/runtime/map-concurrent.ts'
import { createServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { startedService } from './started-service.ts'

const FILES = 256
const SESSIONS = 100
const IN_A_BATCH = 100

export const newSessions: AbuseCase = {
  name: `${SESSIONS + IN_A_BATCH} new sessions at once where ${FILES} files may be open cost no more files than one`,
  async run() {
    const problems: string[] = []
    const service = await startedService({ files: FILES })
    try {
      const client = createServiceClient(service.url, { key: service.key })
      const items = Array.from({ length: IN_A_BATCH }, (_, i) => ({
        text: `Crate ${i} is blue.`,
        session_id: `batch-${i}`,
      }))
      const batch = await client.ask('POST', '/brain/ingest/batch', { items })
      if (batch.status !== 200) problems.push(`a batch of ${IN_A_BATCH} sessions answered ${batch.status}`)
      const statuses = await mapConcurrent([...Array(SESSIONS).keys()], 8, async (i) => {
        const { status } = await client.ask('POST', '/brain/retrieve', {
          query: 'Which crate?',
          session_id: `new-${i}`,
        })
        return status
      })
      const others = statuses.filter((status) => status !== 200)
      if (others.length > 0) problems.push(`${others.length} retrieves answered ${[...new Set(others)].join(', ')}`)
      const files = readdirSync(join(service.folder, 'storage/edge-brain-Session')).filter((name) =>
        /^[0-9a-f]{64}\.sqlite$/.test(name),
      )
      if (files.length !== 1) problems.push(`${files.length} files were made for the sessions of one account`)
      if (service.output().includes('ended by itself')) problems.push('the runtime had to be started again')
    } finally {
      await service.stop()
    }
    return problems
  },
}

import type { Command } from '../command.ts'
import { table } from '../layout.ts'

interface AuditReply {
  readonly entries: readonly {
    readonly at: number
    readonly key: string
    readonly action: string
    readonly subject?: string
    readonly counts: Readonly<Record<string, number>>
  }[]
  readonly cursor: string | null
}

const OPTIONS = ['limit', 'cursor', 'action', 'since', 'until'] as const

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    about: 'Which key changed what, newest first.',
    options: {
      limit: { value: 'N', about: 'how many entries (50)' },
      cursor: { value: 'CURSOR', about: 'goes on where the page before ended' },
      action: { value: 'ACTION', about: 'only this action, such as ingest or key.revoked' },
      since: { value: 'TIME', about: 'from this time on (2026-11-14, or seconds since 1970)' },
      until: { value: 'TIME', about: 'before this time' },
    },
    async run(call) {
      const query = new URLSearchParams(
        OPTIONS.flatMap((name) => {
          const value = call.option(name)
          return value === null ? [] : [[name, value]]
        }),
      )
      const reply = await call.user().get<AuditReply>('GET', `/brain/audit?${query}`)
      const rows = reply.entries.map(({ at, key, action, subject, counts }) => ({
        ...{ changed_at: at, key, action },
        what:
          [subject ?? [], Object.entries(counts).map(([name, count]) => `${name} ${count}`)].flat().join(', ') || null,
      }))
      const shown = table(rows, ['changed_at', 'key', 'action', 'what'], 'Nothing was changed.')
      return { json: reply, text: reply.cursor === null ? shown : `${shown}\n\nmore with --cursor ${reply.cursor}` }
    },
  },
]

import type { MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { toMinute } from '../parts/dates.ts'
import { Tag } from '../parts/tag.tsx'
import { useComplaint } from '../parts/use-answer.ts'

/** What it said before. An old version can be brought back, which makes a new one of it. */
export function MemoryHistory({ memory, onChange }: { memory: MemoryDetail; onChange: () => void }) {
  const { client, may, tell } = useConsole()
  const complain = useComplaint()
  if (memory.versions.length + memory.changes.length === 0) return null
  const bringBack = (version: number) =>
    client.restoreMemory(memory.id, { version }).then(() => {
      tell(`Version ${version} is back.`)
      onChange()
    }, complain)
  return (
    <section class="card">
      <h2>History</h2>
      <ul class="rows">
        {memory.versions.map((old) => (
          <li class="row" key={old.version}>
            <div class="text">{old.text}</div>
            <div class="about">
              <span>version {old.version}</span>
              <span>until {toMinute(old.replaced_at)}</span>
              {may('write') && memory.state !== 'invalidated' && (
                <button type="button" class="link" onClick={() => bringBack(old.version)}>
                  Bring version {old.version} back
                </button>
              )}
            </div>
          </li>
        ))}
        {memory.changes.map((change) => (
          <li class="row" key={change.at}>
            <div class="about">
              <Tag state={change.state} />
              <span>{toMinute(change.at)}</span>
              {change.reason && <span class="stored">{change.reason}</span>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

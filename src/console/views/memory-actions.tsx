import { useState } from 'preact/hooks'
import type { MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { useComplaint } from '../parts/use-answer.ts'
import { EditMemory } from './edit-memory.tsx'
import { EraseMemory } from './erase-memory.tsx'

interface Props {
  readonly memory: MemoryDetail
  readonly onChange: () => void
}

/** What the key may do. Taking it out of retrieval can be undone; erasing cannot, and is asked about. */
export function MemoryActions({ memory, onChange }: Props) {
  const { client, may, tell } = useConsole()
  const complain = useComplaint()
  const [open, setOpen] = useState<'edit' | 'erase' | null>(null)
  const run = (work: () => Promise<unknown>, done: string, undo?: () => void) =>
    work().then(() => {
      tell(done, undo)
      onChange()
    }, complain)
  const restore = () => run(() => client.restoreMemory(memory.id), 'It is found again.')
  const invalidate = () =>
    run(() => client.invalidateMemory(memory.id, { reason: 'by hand' }), 'It is out of retrieval.', restore)
  const isOut = memory.state === 'invalidated'
  return (
    <div class="bar">
      {may('write') && !isOut && (
        <button type="button" onClick={() => setOpen('edit')}>
          Edit
        </button>
      )}
      {may('write') && (
        <button type="button" onClick={isOut ? restore : invalidate}>
          {isOut ? 'Restore' : 'Invalidate'}
        </button>
      )}
      {may('erase') && (
        <button type="button" class="bad" onClick={() => setOpen('erase')}>
          Erase
        </button>
      )}
      {open === 'edit' && <EditMemory memory={memory} onClose={() => setOpen(null)} onChange={onChange} />}
      {open === 'erase' && <EraseMemory memory={memory} onClose={() => setOpen(null)} />}
    </div>
  )
}

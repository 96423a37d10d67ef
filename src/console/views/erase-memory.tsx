import type { MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { go } from '../router.ts'

/** Erases a memory for good, and says what went with it. */
export function EraseMemory({ memory, onClose }: { memory: MemoryDetail; onClose: () => void }) {
  const { client, tell } = useConsole()
  async function erase(): Promise<void> {
    const { erased, receipt_id } = await client.deleteMemory(memory.id)
    tell(`Erased with ${erased.chunks} chunks and ${erased.facts} facts. Receipt ${receipt_id}.`)
    go({ view: 'memories' })
  }
  return (
    <Dialog title="Erase this memory?" action="Erase for good" isBad onDone={erase} onClose={onClose}>
      <p>
        It goes for good, with its versions and every fact that nothing else states. To be able to bring it back,
        invalidate it instead.
      </p>
      <pre class="clip">{memory.text}</pre>
    </Dialog>
  )
}
